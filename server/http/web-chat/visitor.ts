import type { Request, ResponseObject } from '@hapi/hapi';
import type { App } from '../../app/app.ts';
import { newVisitor, tokenOf, type Visitor, visitorOf } from '../../domain/web-chat/visitor.ts';
import type { WebChat } from '../../domain/web-chat/web-chat.ts';
import { ChatRefusal } from './errors.ts';
import type { ChatSource } from './origin.ts';

const COOKIE = 'wigwag_visitor';
/** One year in seconds, counted from the last visit. */
const COOKIE_AGE = 365 * 24 * 60 * 60;

/**
 * Parses our cookie without hapi, because malformed cookies of other applications on the same host must not hide it.
 */
function cookieOf(request: Request): string | undefined {
  const pairs = String(request.headers.cookie ?? '').split(';');
  const own = pairs.map((pair) => pair.trim()).find((pair) => pair.startsWith(`${COOKIE}=`));
  return own?.slice(COOKIE.length + 1);
}

/**
 * Returns the visitor whose token is in the Authorization header or, on our own page, in the cookie.
 *
 * @throws {ChatRefusal} visitor_unknown
 */
export function requireVisitor(
  app: App,
  request: Request,
  { account, connection }: WebChat,
  source: ChatSource,
): Visitor {
  const header = request.headers.authorization as string | undefined;
  const token = header === undefined ? undefined : (/^Bearer +(\S+)$/i.exec(header)?.[1] ?? '');
  const proof = token ?? (source.kind === 'own' ? cookieOf(request) : undefined);
  if (proof === undefined) {
    throw new ChatRefusal('visitor_unknown', 'The request does not identify a visitor.');
  }
  const visitor = visitorOf(app, { connection, former: account.former }, proof);
  if (!visitor) {
    throw new ChatRefusal('visitor_unknown', `The token was not issued for ${connection.id}, or was changed.`);
  }
  return visitor;
}

/** Returns the visitor for the page that we serve, or a new visitor if the cookie is missing or invalid. */
export const visitorOfPage = (app: App, request: Request, { account, connection }: WebChat): Visitor =>
  visitorOf(app, { connection, former: account.former }, cookieOf(request) ?? '') ?? newVisitor(connection);

/** Renews a visitor's cookie for another year. */
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
