import type { Request, Server } from '@hapi/hapi';
import { adminDocument, ROLE_SCOPES } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { type Caller, requireLicensed } from '../../domain/account/caller.ts';
import { ApiError, invalidField } from '../../domain/api-error.ts';
import type { ActiveSession } from '../../domain/logins/sessions.ts';
import type { Account } from '../../store/account/accounts.ts';
import { countRequest, requireModules, requireScopes } from '../plugins/api-key.ts';
import { currentSession, REFUSALS, sessionOf } from './session.ts';

/** The auth strategy that takes a session instead of a key. */
export const SESSION_AUTH = 'session';

/** In which an operator names the account of a call. */
const ACCOUNT_HEADER = 'Wigwag-Account';

/**
 * Adds the auth scheme of the operations of the API below /dashboard. It makes the checks of `api-key` in the same order.
 * The API's module is not required, because it is about programs of the account (§5.6).
 */
export function addSessionAuth(server: Server, app: App): void {
  server.auth.scheme(SESSION_AUTH, () => ({
    async authenticate(request, h) {
      const active = await sessionOf(app, request);
      if (typeof active === 'string') {
        const { status, ...details } = REFUSALS[active];
        throw status === 401
          ? new ApiError('INVALID_API_KEY', {}, details)
          : new ApiError('SCOPE_DENIED', { scope: '' }, details);
      }
      const caller = await callerOfSession(app, request, active);
      request.app.caller = caller;
      requireUsable(app, request, caller);
      await countRequest(app, request, caller);
      requireScopes(request, caller, textsOf(active));
      return h.authenticated({ credentials: { caller } });
    },
  }));
  server.auth.strategy(SESSION_AUTH, SESSION_AUTH);
}

/**
 * Checks during a long response that the session would still be admitted. This does not count as a use of the session.
 *
 * @throws {ApiError} the error that a new request would get
 */
export async function requireSessionStillAllowed(app: App, request: Request): Promise<Caller> {
  const active = await currentSession(app, request);
  if (!active) {
    throw new ApiError('INVALID_API_KEY', {}, { message: REFUSALS.no_session.message });
  }
  const caller = await callerOfSession(app, request, active);
  requireUsable(app, request, caller);
  requireScopes(request, caller, textsOf(active));
  return caller;
}

/** Returns the texts of the error for what a role may not do. */
const textsOf = ({ login: { role } }: ActiveSession) => ({
  message: `The role ${role} may not do this.`,
  reason: 'The role lacks the scope of the operation.',
  fix: 'Ask an owner of the account to do it, or for another role.',
});

/** @throws {ApiError} the error of the account, or of a disabled module that the operation needs (§5.6) */
function requireUsable(app: App, request: Request, { account }: Caller): void {
  requireLicensed(app, account);
  requireModules(request, account);
}

/**
 * Returns the caller of a session. It has no key. Its ID, by which rates, idempotency keys and event streams are
 * separated, is below zero, so that no key has it.
 */
async function callerOfSession(app: App, request: Request, { login, account }: ActiveSession): Promise<Caller> {
  const named = request.headers[ACCOUNT_HEADER.toLowerCase()] as string | undefined;
  const own = account ?? (await accountOfOperator(app, named));
  if (named !== undefined && named !== String(own.id)) {
    throw noAccount(named);
  }
  return {
    account: own,
    key: {
      id: -login.id,
      accountId: own.id,
      mode: 'live',
      scopes: ROLE_SCOPES[login.role],
      allowedIps: null,
      requestsPerMinute: adminDocument.components.securitySchemes.session['x-requests-per-minute'],
      revokedAt: null,
    },
  };
}

/** @throws {ApiError} VALIDATION_FAILED without a name, NOT_FOUND for an unknown account */
async function accountOfOperator(app: App, named: string | undefined): Promise<Account> {
  if (named === undefined) {
    throw invalidField(ACCOUNT_HEADER, 'is required, because an operator belongs to no account');
  }
  const account = /^[1-9]\d{0,8}$/.test(named) ? await app.store.read.accounts.find(Number(named)) : undefined;
  if (!account) {
    throw noAccount(named);
  }
  return account;
}

const noAccount = (named: string): ApiError =>
  new ApiError(
    'NOT_FOUND',
    { path: '' },
    {
      message: `The account ${named} does not exist.`,
      reason: `The header ${ACCOUNT_HEADER} names no account that the session may use.`,
      fix: 'Send the ID of an account.',
    },
  );
