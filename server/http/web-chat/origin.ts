import type { Request } from '@hapi/hapi';
import type { App } from '../../app/app.ts';
import type { Connection } from '../../store/connections/connections.ts';
import { isOwnOrigin } from '../request/own-origin.ts';
import { ChatRefusal } from './errors.ts';

/** The source of a request, as the browser reports it. */
export type ChatSource = { kind: 'own' } | { kind: 'site'; origin: string };

/**
 * Returns the source of a request, which must be our own page or a site that the operator allowed. Browsers send the
 * origin with every request from another site that could have an effect. Other clients have no visitors' cookies.
 *
 * @throws {ChatRefusal} origin_not_allowed
 */
export function requireOrigin(app: App, request: Request, connection: Connection): ChatSource {
  const origin = request.headers.origin as string | undefined;
  if (origin === undefined || isOwnOrigin(app, request, origin)) {
    return { kind: 'own' };
  }
  if (!connection.origins.includes(origin)) {
    throw new ChatRefusal('origin_not_allowed', `The site ${origin} may not use the chat ${connection.id}.`);
  }
  return { kind: 'site', origin };
}

/**
 * Returns the headers that let the script of an allowed site read the response. They do not allow cookies, because such
 * scripts send a token.
 */
export const corsHeaders = (source: ChatSource): Record<string, string> =>
  source.kind === 'own'
    ? { Vary: 'Origin' }
    : {
        Vary: 'Origin',
        'Access-Control-Allow-Origin': source.origin,
        'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id',
      };

/**
 * Returns the headers of the response to a preflight request, which precedes a request with JSON or a token from
 * another site.
 */
export const preflightHeaders = (source: ChatSource): Record<string, string> => ({
  ...corsHeaders(source),
  'Access-Control-Allow-Methods': 'GET, POST',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Last-Event-ID',
  'Access-Control-Max-Age': '600',
});
