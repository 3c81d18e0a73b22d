import type { Request, ResponseObject } from '@hapi/hapi';
import type { App } from '../../app.ts';
import { newVisitor, tokenOf, type Visitor, visitorOf } from '../../domain/web-chat/visitor.ts';
import type { Connection } from '../../store/connections/connections.ts';
import { Refusal } from './errors.ts';
import type { Source } from './origin.ts';

const COOKIE = 'wigwag_visitor';
/** From the last visit on, in seconds. */
const COOKIE_AGE = 365 * 24 * 60 * 60;

/** Read by hand: other cookies of the host may be malformed, and must not hide ours. */
function cookieOf(request: Request): string | undefined {
  const pairs = String(request.headers.cookie ?? '').split(';');
  const own = pairs.map((pair) => pair.trim()).find((pair) => pair.startsWith(`${COOKIE}=`));
  return own?.slice(COOKIE.length + 1);
}

/**
 * Who asks: by the token in the Authorization header, else, on our own page, by the cookie.
 *
 * @throws {Refusal} visitor_unknown
 */
export function requireVisitor(app: App, request: Request, connection: Connection, source: Source): Visitor {
  const header = request.headers.authorization as string | undefined;
  const token = header === undefined ? undefined : (/^Bearer +(\S+)$/i.exec(header)?.[1] ?? '');
  const proof = token ?? (source.kind === 'own' ? cookieOf(request) : undefined);
  if (proof === undefined) {
    throw new Refusal('visitor_unknown', 'The request says of no visitor that it is theirs.');
  }
  const visitor = visitorOf(app, connection, proof);
  if (!visitor) {
    throw new Refusal('visitor_unknown', `The token was not given out for ${connection.id}, or was changed.`);
  }
  return visitor;
}

/** Whoever opens our own page; somebody new where no cookie of ours tells. */
export const visitorOfPage = (app: App, request: Request, connection: Connection): Visitor =>
  visitorOf(app, connection, cookieOf(request) ?? '') ?? newVisitor(connection);

/** Keeps a visitor for another year. */
export function keepVisitor(app: App, visitor: Visitor, response: ResponseObject): void {
  const url = new URL(app.publicUrl());
  const attributes = [
    `${COOKIE}=${tokenOf(app, visitor)}`,
    `Path=${url.pathname.replace(/\/$/, '')}/webchat/${visitor.connection.id}`,
    `Max-Age=${COOKIE_AGE}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(url.protocol === 'https:' ? ['Secure'] : []),
  ];
  response.header('Set-Cookie', attributes.join('; '));
}
