import { ROLE_SCOPES } from '@wigwag/openapi';
import { sessionRecords } from '../../admin/operations/logins.ts';
import { recordOfAccount } from '../../admin/operations/operations.ts';
import type { AdminOutput } from '../../admin/operations/types.ts';
import {
  beginTotp,
  confirmTotp,
  createRecoveryCodes,
  endTotp,
  followLink,
  logIn,
  logOut,
  revokeSession,
  setOwnPassword,
} from '../../admin/sessions.ts';
import type { App } from '../../app/app.ts';
import { isoOf } from '../../base/time.ts';
import { type ActiveSession, findSession, listSessions } from '../../domain/logins/sessions.ts';
import type { Login } from '../../store/logins/logins.ts';
import { inboxOperations } from './inbox-operations.ts';
import { csrfTokenOf } from './session.ts';
import type { SessionCall, SessionHandlers } from './session-call.ts';

/** Returns how a login is protected. */
const protectionOf = ({ passwordHash, isTotpOn, recoveryCodes }: Login): AdminOutput<'setPassword'> => ({
  has_password: passwordHash !== null,
  totp: isTotpOn,
  recovery_codes_left: recoveryCodes.length,
});

const stateOf = (
  app: App,
  { session, login, account, agent, expiresAt }: ActiveSession,
): AdminOutput<'getSession'> => ({
  session: {
    login: {
      id: login.id,
      email: login.email,
      name: agent?.name ?? login.email,
      role: login.role,
      ...protectionOf(login),
    },
    account: account ? recordOfAccount(account) : null,
    agent: agent ? { id: agent.id, name: agent.name } : null,
    scopes: [...ROLE_SCOPES[login.role]],
    csrf_token: csrfTokenOf(app, session.hash),
    expires_at: isoOf(expiresAt),
    mock_url: app.config.mockUrl ?? null,
  },
});

/** Gives the client a new session and returns its state. */
async function entered({ app, began }: SessionCall, token: string): Promise<AdminOutput<'getSession'>> {
  const active = await findSession(app, token);
  if (!active) {
    throw new Error('the new session cannot be read');
  }
  began(active, token);
  return stateOf(app, active);
}

/** The session of the caller, and what a team shares about conversations. */
export const sessionOperations: SessionHandlers = {
  ...inboxOperations,

  getSession: async ({ app, active }) => stateOf(app, active()),

  createSession: async (call, input) => entered(call, await logIn(call.app, input, call.browser)),

  useLink: async (call, input) => entered(call, await followLink(call.app, input, call.browser)),

  deleteSession: async ({ app, active, ended }) => {
    await logOut(app, active().session.hash);
    ended();
    return { ended: true };
  },

  getLoginMethods: async ({ oidcPath }) => ({ password: true, oidc: oidcPath ?? null }),

  setPassword: async ({ app, active, browser }, input) => {
    await setOwnPassword(app, active(), input, browser);
    return { ...protectionOf(active().login), has_password: true };
  },

  createTotp: async ({ app, active, browser }, { password }) => beginTotp(app, active(), password, browser),

  confirmTotp: async ({ app, active }, { code }) => ({ recovery_codes: await confirmTotp(app, active(), code) }),

  createRecoveryCodes: async ({ app, active, browser }, { password }) => ({
    recovery_codes: await createRecoveryCodes(app, active(), password, browser),
  }),

  deleteTotp: async ({ app, active, browser }, { password }) => {
    await endTotp(app, active(), password, browser);
    return { ...protectionOf(active().login), totp: false, recovery_codes_left: 0 };
  },

  listOwnSessions: async ({ app, active }) =>
    sessionRecords(app, await listSessions(app, ownerOf(active())), active().session.hash),

  revokeOwnSession: async ({ app, active }, { session }) => {
    await revokeSession(app, ownerOf(active()), session);
    return { id: session, ended: true };
  },
};

const ownerOf = ({ login }: ActiveSession) => ({ accountId: login.accountId, loginId: login.id });
