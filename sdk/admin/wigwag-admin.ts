import { checkOptions } from '#checks';
import { withEnvironment } from '#environment';
import { AdminResources, ROUTES } from '../generated/admin-resources.ts';
import type { Refusal } from '../generated/admin-types.ts';
import { methodsOf } from '../methods.ts';
import type { WigwagOptions } from '../options.ts';
import { settingsOf } from '../request/settings.ts';
import { AdminError } from './admin-error.ts';

export type * from '../generated/admin-types.ts';
export { AdminError } from './admin-error.ts';

/** Options for a client of the admin API. */
export interface WigwagAdminOptions extends Omit<WigwagOptions, 'apiKey' | 'baseUrl'> {
  /**
   * The admin token of the server; without a token the constructor throws.
   * @default the environment variable WIGWAG_ADMIN_TOKEN, in runtimes that have one
   */
  token?: string | undefined;
  /**
   * Scheme, host and port of the server, such as `https://api.example.com`.
   * @default WIGWAG_ADMIN_URL, otherwise 'http://127.0.0.1:3000'
   */
  url?: string | undefined;
}

/**
 * A client of the admin API. Every method throws `AdminError` if the server refuses the call, and `ConnectionError` if it
 * does not respond. It retries a call after a lost connection, except a POST.
 */
export class WigwagAdmin extends AdminResources {
  /** @throws {TypeError} if there is no token, or if an option is unknown or invalid */
  constructor(options: WigwagAdminOptions = {}) {
    checkOptions('admin', options);
    const { token, url, ...others } = options;
    const { baseUrl = 'http://127.0.0.1:3000', ...known } = withEnvironment(
      { ...others, apiKey: token, baseUrl: url },
      { key: 'WIGWAG_ADMIN_TOKEN', url: 'WIGWAG_ADMIN_URL' },
    );
    const address = `${baseUrl.trim().replace(/(\/admin\/v1)?\/*$/, '')}/admin/v1`;
    super();
    const missing = 'admin token. Pass `token` or set WIGWAG_ADMIN_TOKEN';
    Object.assign(this, methodsOf(settingsOf({ ...known, baseUrl: address }, missing, dataIn).settings, ROUTES));
  }
}

/** Returns the body of a response, which has no envelope. @throws {AdminError} if it is a refusal */
function dataIn(body: unknown, response: Response): unknown {
  const { error } = (body ?? {}) as Partial<Refusal>;
  if (!response.ok && typeof error?.message === 'string') {
    throw new AdminError(error, response);
  }
  return response.ok ? body : undefined;
}
