import type { Request } from '@hapi/hapi';
import type { App } from '../../app/app.ts';
import { inNetworks } from './source-address.ts';

/**
 * Returns whether an origin is ours. Compares scheme, host and port, because a page of ours that arrived without
 * encryption may have been modified.
 */
export const isOwnOrigin = (app: App, request: Request, origin: string): boolean =>
  origin === new URL(app.publicUrl()).origin || origin === reachedOrigin(app, request);

/** Returns the origin at which the client reached us; undefined if it is the public one, whose scheme is known. */
function reachedOrigin(app: App, request: Request): string | undefined {
  const { host, remoteAddress } = request.info;
  const isEncrypted =
    request.headers['x-forwarded-proto'] === 'https' && inNetworks(remoteAddress, app.config.trustProxy);
  const url = `${isEncrypted ? 'https' : request.server.info.protocol}://${host}`;
  return host === new URL(app.publicUrl()).host || !URL.canParse(url) ? undefined : new URL(url).origin;
}
