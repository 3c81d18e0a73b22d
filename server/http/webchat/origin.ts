import type { Request } from '@hapi/hapi';
import type { App } from '../../app.ts';
import type { Connection } from '../../store/connections.ts';
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

/** The world may know us by another name than the one that reached us: a proxy stands between. */
function isOwn(app: App, request: Request, origin: string): boolean {
  if (!URL.canParse(origin)) {
    return false;
  }
  return origin === new URL(app.publicUrl()).origin || new URL(origin).host === request.info.host;
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
