import type { Request } from '@hapi/hapi';
import { adminDocument } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { hashOf } from '../../base/secrets.ts';
import { type ActiveSession, findSession, type LoginClient, touchSession } from '../../domain/logins/sessions.ts';
import { isOwnOrigin } from '../request/own-origin.ts';
import { sourceAddress } from '../request/source-address.ts';

declare module '@hapi/hapi' {
  interface RequestApplicationState {
    /** The session of a request below /dashboard. */
    session?: ActiveSession;
  }
}

const { name: COOKIE, 'x-days': DAYS } = adminDocument.components.securitySchemes.session;
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict';
const DAY_SECONDS = 86_400;

/** The page sends it with requests that no person caused, such as its regular refreshes. */
const BACKGROUND_HEADER = 'wigwag-background';

/** Returns the header that gives a client its session. */
export const sessionCookie = (token: string): string =>
  `${COOKIE}=${token}; Max-Age=${DAYS * DAY_SECONDS}; ${ATTRIBUTES}`;

/** The header that removes the session of a client. */
export const NO_SESSION_COOKIE = `${COOKIE}=; Max-Age=0; ${ATTRIBUTES}`;

/** Returns the value of a cookie of a request. */
export const cookieValueOf = ({ headers }: Request, name: string): string | undefined =>
  String(headers.cookie ?? '')
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** Returns the session's cookie of a request. */
const cookieOf = (request: Request): string | undefined => cookieValueOf(request, COOKIE);

/** Returns the hash of the request's session, whether or not it is valid. */
export function sessionHashOf(request: Request): string | undefined {
  const cookie = cookieOf(request);
  return cookie === undefined ? undefined : hashOf(cookie);
}

/** Why a request is refused before its operation is considered. */
export const REFUSALS = {
  no_session: {
    status: 401,
    message: 'There is no session, or it has ended.',
    reason: 'The request has no valid cookie of a session.',
    fix: 'Log in again.',
  },
  foreign: {
    status: 403,
    message: 'The request does not come from a page of this server.',
    reason: 'Its Origin header is missing, or is not the address of this server.',
    fix: 'Open the dashboard at WIGWAG_PUBLIC_URL, and set that variable if a proxy changes the address.',
  },
  no_csrf_token: {
    status: 403,
    message: 'The header X-CSRF-Token is missing or wrong.',
    reason: 'A call that changes something needs the token of its session.',
    fix: 'Send the csrf_token of GET /session.',
  },
} as const;

type SessionRefusal = keyof typeof REFUSALS;

/** The value of the header X-CSRF-Token. It depends on the session, so a login changes it. */
export const csrfTokenOf = (app: App, hash: string): string => app.vault.sign(csrfText(hash));

const csrfText = (hash: string): string => `csrf ${hash}`;

const SAFE_METHODS: readonly string[] = ['get', 'head'];

/**
 * Returns whether a page of this server sent the request. Browsers send an Origin with each request that can change
 * something.
 */
export function isOwnPage(app: App, request: Request): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers as Record<string, string | undefined>;
  return origin === undefined ? site === 'same-origin' : isOwnOrigin(app, request, origin);
}

/**
 * Returns the session of a request, or why there is none. A request that changes something must prove its page. A
 * request that a person caused counts as a use of the session.
 */
export async function sessionOf(app: App, request: Request): Promise<ActiveSession | SessionRefusal> {
  const isSafe = SAFE_METHODS.includes(request.method);
  if (!isSafe && !isOwnPage(app, request)) {
    return 'foreign';
  }
  const active = await currentSession(app, request);
  if (!active) {
    return 'no_session';
  }
  const token = request.headers['x-csrf-token'];
  if (!isSafe && (typeof token !== 'string' || !app.vault.verifies(csrfText(active.session.hash), token))) {
    return 'no_csrf_token';
  }
  if (request.headers[BACKGROUND_HEADER] === undefined) {
    await touchSession(app, active.session);
  }
  request.app.session = active;
  return active;
}

/** Returns the session of a request's cookie, if it is still valid. */
export async function currentSession(app: App, request: Request): Promise<ActiveSession | undefined> {
  const cookie = cookieOf(request);
  return cookie === undefined || cookie === '' ? undefined : findSession(app, cookie);
}

/** Returns the client of a request. */
export const clientOf = (app: App, request: Request): LoginClient => ({
  address: sourceAddress(request, app.config.trustProxy),
  userAgent: request.headers['user-agent'] as string | undefined,
});
