import type { IncomingMessage } from 'node:http';
import type { Lifecycle, Request, ResponseToolkit, Server } from '@hapi/hapi';
import {
  ADMIN_OPERATIONS,
  adminDocument,
  type DocumentOperation,
  ERRORS,
  type Role,
  resolved,
  rolesOf,
  SESSION_OPERATIONS,
  type SessionOperation,
} from '@wigwag/openapi';
import { missingAccount } from '../../admin/accounts.ts';
import { AdminError } from '../../admin/admin-error.ts';
import { adminOperations } from '../../admin/operations/operations.ts';
import type { AdminInput, AdminOperation } from '../../admin/operations/types.ts';
import type { App } from '../../app/app.ts';
import { RateLimiter } from '../../app/rate-limit.ts';
import { licenseProblem } from '../../domain/account/caller.ts';
import { LoginAttempts } from '../../domain/logins/attempts.ts';
import type { ActiveSession } from '../../domain/logins/sessions.ts';
import { adminRoutes, refusal } from '../admin/routes.ts';
import { basePath } from '../developers/layout.ts';
import { addEventTailAt } from '../events/event-stream.ts';
import { addRoutes } from '../routes.ts';
import { addSessionAuth, requireSessionStillAllowed, SESSION_AUTH } from './api-session.ts';
import { addApplication } from './application.ts';
import { addOidcRoutes, OIDC_PATH } from './oidc.ts';
import { sessionOperations } from './operations.ts';
import {
  clientOf,
  isOwnPage,
  NO_SESSION_COOKIE,
  REFUSALS,
  sessionCookie,
  sessionHashOf,
  sessionOf,
} from './session.ts';
import type { SessionCall } from './session-call.ts';

const PREFIX = '/dashboard/api';
const ADMIN_PREFIX = `${PREFIX}/admin/v1`;

/** Some operations of sessions read a body from anyone, before a login. */
const SESSION_BODY_MAX_BYTES = 65_536;
const { 'x-requests-per-minute': REQUESTS_PER_MINUTE } = adminDocument.components.securitySchemes.session;

type AdminHandler = (app: App, input: never, caller: ActiveSession) => Promise<object>;
type SessionHandler = (call: SessionCall, input: never) => Promise<object>;

/**
 * Adds the dashboard. It has as many routes as everything else, and adding them takes half of a server's start, so those
 * of its API are added at the first request for one of them.
 */
export function addDashboard(server: Server, app: App): void {
  addApplication(server, app);
  const onRequest = ({ url }: IncomingMessage): void => {
    if (url?.includes(PREFIX)) {
      server.listener.off('request', onRequest);
      addDashboardRoutes(server, app);
    }
  };
  // Before hapi's own listener, which looks up the route.
  server.listener.prependListener('request', onRequest);
}

/**
 * Adds the operations of both documents below /dashboard, where a session takes the place of the key and the token, and
 * the operations that only sessions have. Operations that take a key in their URL are not there: they exist for clients
 * that can only open links, and as a GET that changes something they would not be safe with a cookie.
 */
function addDashboardRoutes(server: Server, app: App): void {
  const attempts = new LoginAttempts();
  const requests = new RateLimiter();
  addSessionAuth(server, app);
  if (app.config.oidc) {
    addOidcRoutes(server, app, app.config.oidc, attempts);
  }
  addRoutes(server, app, {
    prefix: `${PREFIX}/v1`,
    auth: SESSION_AUTH,
    has: ({ keyIn }) => keyIn.every((place) => place === 'header'),
  });
  addEventTailAt(server, app, {
    path: `${PREFIX}/events`,
    auth: SESSION_AUTH,
    // The webhook module is about programs of the account; the dashboard shows conversations without it.
    requireCaller: () => {},
    requireStillAllowed: requireSessionStillAllowed,
  });
  server.route(
    adminRoutes<AdminOperation, AdminHandler>(ADMIN_OPERATIONS, adminOperations, {
      prefix: ADMIN_PREFIX,
      onPreAuth: (operation) => requireRole(app, operation, requests),
      run: async ({ operation, handler, request }, input) => {
        const active = activeOf(request);
        requireFields(operation, input, active.login.role);
        return handler(app, input as never, active);
      },
    }),
  );
  server.route(
    adminRoutes<SessionOperation, SessionHandler>(SESSION_OPERATIONS, sessionOperations, {
      prefix: ADMIN_PREFIX,
      maxBytes: SESSION_BODY_MAX_BYTES,
      onPreAuth: (operation) => (isPublic(operation) ? requireOwnPage(app) : requireRole(app, operation, requests)),
      run: async ({ operation, handler, request, h }, input) => {
        const cookies: string[] = [];
        const call = callOf(app, request, attempts, cookies);
        const answer = await handler(call, input as never).catch((error: unknown) => {
          if (operation.id === 'createSession' && error instanceof AdminError && error.status === 401) {
            request.app.failedEmail = (input as AdminInput<'createSession'>).email;
          }
          throw error;
        });
        return cookies.length === 0 ? answer : h.response(answer).header('Set-Cookie', cookies.join());
      },
    }),
  );
}

/** Returns whether an operation needs no session, because it starts one. */
const isPublic = ({ node }: DocumentOperation): boolean => node.security?.length === 0;

const refuse = (h: ResponseToolkit, problem: keyof typeof REFUSALS) => {
  const { status, message, fix } = REFUSALS[problem];
  return refusal(h, new AdminError(message, { status, hint: fix })).takeover();
};

const requireOwnPage =
  (app: App): Lifecycle.Method =>
  (request, h) =>
    request.method === 'get' || isOwnPage(app, request) ? h.continue : refuse(h, 'foreign');

/**
 * Returns the check of the session, the account in the path, the role and the license. An account that the session may
 * not use does not exist. Operators may change suspended accounts.
 */
const requireRole =
  (app: App, { node }: DocumentOperation, requests: RateLimiter): Lifecycle.Method =>
  async (request, h) => {
    const active = await sessionOf(app, request);
    if (typeof active === 'string') {
      return refuse(h, active);
    }
    const { id, role, accountId } = active.login;
    const { retryAfter } = requests.count(id, REQUESTS_PER_MINUTE, app.clock.now());
    if (retryAfter !== undefined) {
      const message = `this login sent too many requests: try again in ${retryAfter} s`;
      return refusal(h, new AdminError(message, { status: 429, retryAfter })).takeover();
    }
    const { account } = request.params as { account?: string };
    if (account !== undefined && accountId !== null && account !== String(accountId)) {
      return refusal(h, missingAccount(account)).takeover();
    }
    if (!rolesOf(node).includes(role)) {
      return refusal(h, new AdminError(`the role ${role} may not do this`, { status: 403 })).takeover();
    }
    const problem = active.account && !node['x-while-suspended'] ? licenseProblem(app, active.account) : undefined;
    if (problem !== undefined) {
      const { http: status, message, fix: hint } = ERRORS[problem];
      return refusal(h, new AdminError(message, { status, hint })).takeover();
    }
    return h.continue;
  };

/** @throws {AdminError} 403 for a field that the role may not give */
function requireFields({ body }: DocumentOperation, input: object, role: Role): void {
  const { properties = {} } = resolved(adminDocument, body?.schema ?? {}) as { properties?: Record<string, object> };
  for (const [field, schema] of Object.entries(properties)) {
    const roles = rolesOf(schema);
    if (field in input && roles.length > 0 && !roles.includes(role)) {
      throw new AdminError(`the role ${role} may not change ${field}`, { status: 403, field });
    }
  }
}

/** Returns the session of a route that requires one. */
function activeOf({ app: { session } }: Request): ActiveSession {
  if (!session) {
    throw new Error('a route was reached without a session');
  }
  return session;
}

const callOf = (app: App, request: Request, attempts: LoginAttempts, cookies: string[]): SessionCall => ({
  app,
  browser: { client: clientOf(app, request), previous: sessionHashOf(request), attempts },
  active: () => activeOf(request),
  oidcPath: app.config.oidc && basePath(app) + OIDC_PATH,
  began(active, token) {
    request.app.session = active;
    cookies.push(sessionCookie(token));
  },
  ended: () => void cookies.push(NO_SESSION_COOKIE),
});
