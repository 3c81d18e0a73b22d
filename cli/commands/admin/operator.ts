import { ConnectionError } from '@wigwag/sdk';
import { ADMIN_OPERATIONS, type App, admin, type Finding } from '@wigwag/server';
import { KeyError, UsageError } from '../../program/errors/errors.ts';
import { devTokenFor, runningDevServer } from '../../settings/project-environment.ts';
import { type AccountFlags, onlyOf, refusalOf, withAdmin } from './database.ts';

/** Calls an operation of the admin API. */
export type Operator = <Op extends admin.AdminOperation>(
  operation: Op,
  input: admin.AdminInput<Op>,
) => Promise<admin.AdminOutput<Op>>;

type AnyHandler = (app: App, input: object) => Promise<never>;

const PREFIX = '/admin/v1';

/**
 * Runs the function with the operations: over HTTP if `wigwag admin --url` or WIGWAG_ADMIN_URL names a server, or if the
 * `wigwag dev` of this folder runs, otherwise on the database that the environment names.
 *
 * @throws {UsageError | RefusedError | NotFoundError} if a rule refuses the command
 * @throws {KeyError} if the server refuses the admin token
 */
export async function withOperator(run: (call: Operator) => Promise<void>, mayCreate = false): Promise<void> {
  const { url, token } = chosenServer() ?? (await runningDevServer()) ?? {};
  if (url === undefined) {
    return withAdmin(
      (app) => run((operation, input) => (admin.adminOperations[operation] as AnyHandler)(app, input)),
      mayCreate,
    );
  }
  const call = remoteOperator(url, token);
  await run(call as Operator).catch((error: unknown) => {
    throw error instanceof admin.AdminError ? refusalOf(error) : error;
  });
}

interface AdminServer {
  url: string;
  token?: string | undefined;
}

/** Returns the server that the user chose. The `wigwag dev` of this folder needs no token from the user. */
function chosenServer(): AdminServer | undefined {
  const { WIGWAG_ADMIN_URL: url, WIGWAG_ADMIN_TOKEN: token } = process.env;
  return url ? { url, token: token || devTokenFor(url) } : undefined;
}

/** Does the same for the account that `--account` names; without it, for the only one. */
export const withOperatorOf = (
  { account }: AccountFlags,
  run: (call: Operator, account: string) => Promise<void>,
): Promise<void> =>
  withOperator(async (call) => run(call, account ?? onlyOf((await call('listAccounts', {})).accounts).account_id));

/** @throws {UsageError} for an address that is not one, or without a token */
function remoteOperator(url: string, token: string | undefined) {
  const address = URL.parse(url);
  if (!/^https?:$/.test(address?.protocol ?? '')) {
    throw new UsageError(`--url must be the address of a server, such as https://api.example.com; it is "${url}"`);
  }
  if (!token) {
    throw new KeyError('set WIGWAG_ADMIN_TOKEN to the admin token of the server');
  }
  const origin = url.replace(/\/+$/, '').replace(/\/(admin|api)\/v1$/, '');
  return async (operation: string, input: object): Promise<unknown> => {
    const { method = '', path = '' } = ADMIN_OPERATIONS.find(({ id }) => id === operation) ?? {};
    const fields: Record<string, unknown> = { ...input };
    const place = path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = String(fields[name]);
      delete fields[name];
      return encodeURIComponent(value);
    });
    const query = method === 'get' ? queryOf(fields) : '';
    const response = await fetch(`${origin}${PREFIX}${place}${query}`, {
      method: method.toUpperCase(),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(method !== 'get' && { body: JSON.stringify(fields) }),
    }).catch((error: Error) => {
      const reason = ((error.cause ?? error) as Error).message;
      throw new ConnectionError(
        `${origin} cannot be reached: ${reason}; start the server, or correct --url or WIGWAG_ADMIN_URL`,
        { cause: error },
      );
    });
    return answerOf(response, origin, `${method.toUpperCase()} ${PREFIX}${place}`);
  };
}

/** Returns fields as a query; a list becomes several values of the same name. */
function queryOf(fields: Record<string, unknown>): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().flatMap((one): [string, string][] => (one === undefined ? [] : [[name, String(one)]])),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

/** Returns the body of a response. @throws {AdminError | KeyError | ConnectionError} if it is an error */
async function answerOf(response: Response, origin: string, what: string): Promise<unknown> {
  const body = (await response.json().catch(() => undefined)) as
    | {
        error?: {
          message?: string;
          hint?: string;
          field?: string;
          rule?: string;
          findings?: Finding[];
          request_id?: string;
        };
      }
    | undefined;
  if (response.ok && body) {
    return body;
  }
  const { message, ...more } = body?.error ?? {};
  const isRefusal = message !== undefined && !('code' in more);
  if (response.status === 401 && isRefusal) {
    throw new KeyError(`${origin}: ${message}; set WIGWAG_ADMIN_TOKEN to the token of the server`);
  }
  if (isRefusal && (response.status === 404 || response.status === 422)) {
    throw new admin.AdminError(message, { status: response.status, ...more });
  }
  // The error of an API without /admin/v1 has a request ID.
  if (more.request_id !== undefined) {
    throw new ConnectionError(
      `${origin} has no admin API (HTTP ${response.status}): set WIGWAG_ADMIN_TOKEN on the server to turn it on`,
    );
  }
  const type = response.headers.get('content-type')?.split(';')[0] ?? 'no content type';
  const program = response.headers.get('server');
  throw new ConnectionError(
    `${origin} is not a wigwag server: ${what} returned ${response.status} with ${type}${program === null ? '' : ` (${program})`}; check the host and port in --url or WIGWAG_ADMIN_URL`,
  );
}
