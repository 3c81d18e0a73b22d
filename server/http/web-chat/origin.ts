import type { Request } from '@hapi/hapi';
import type { App } from '../../app.ts';
import type { Connection } from '../../store/connections/connections.ts';
import { inNetworks } from '../request/source-address.ts';
import { Refusal } from './errors.ts';

/** Where a request comes from, as the browser tells. */
export type Source = { kind: 'own' } | { kind: 'site'; origin: string };

/**
 * Our own page, or a site that the operator allowed. Browsers name the origin of every request that another site could make a
 * visitor's browser send with effect; who is no browser has no cookies of others.
 *
 * @throws {Refusal} origin_not_allowed
 */
export function requireOrigin(app: App, request: Request, connection: Connection): Source {
  const origin = request.headers.origin as string | undefined;
  if (origin === undefined || isOwn(app, request, origin)) {
    return { kind: 'own' };
  }
  if (!connection.origins.includes(origin)) {
    throw new Refusal('origin_not_allowed', `The site ${origin} may not use the chat ${connection.id}.`);
  }
  return { kind: 'site', origin };
}

/** Scheme, host and port: a page of ours that came without encryption may have been changed on its way. */
const isOwn = (app: App, request: Request, origin: string): boolean =>
  origin === new URL(app.publicUrl()).origin || origin === reachedOrigin(app, request);

/** The world may reach us by another name than the public one; undefined when it is that one, whose scheme is known. */
function reachedOrigin(app: App, request: Request): string | undefined {
  const { host, remoteAddress } = request.info;
  const isEncrypted =
    request.headers['x-forwarded-proto'] === 'https' && inNetworks(remoteAddress, app.config.trustProxy);
  const url = `${isEncrypted ? 'https' : request.server.info.protocol}://${host}`;
  return host === new URL(app.publicUrl()).host || !URL.canParse(url) ? undefined : new URL(url).origin;
}

/** What lets the script of an allowed site read the answer. Cookies are no part of it: sites show a token. */
export const corsHeaders = (source: Source): Record<string, string> =>
  source.kind === 'own'
    ? { Vary: 'Origin' }
    : {
        Vary: 'Origin',
        'Access-Control-Allow-Origin': source.origin,
        'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id',
      };

/** What a browser asks before a script may send JSON or a token from another site. */
export const preflightHeaders = (source: Source): Record<string, string> => ({
  ...corsHeaders(source),
  'Access-Control-Allow-Methods': 'GET, POST',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Last-Event-ID',
  'Access-Control-Max-Age': '600',
});
