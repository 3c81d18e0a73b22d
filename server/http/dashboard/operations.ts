import { type AdminOperations, ROLE_SCOPES, type SessionOperation } from '@wigwag/openapi';
import { recordOfAccount } from '../../admin/operations/operations.ts';
import type { AdminInput, AdminOutput } from '../../admin/operations/types.ts';
import { followLink, logIn, logOut } from '../../admin/sessions.ts';
import type { App } from '../../app/app.ts';
import { isoOf } from '../../base/time.ts';
import { type ActiveSession, findSession, type LoginClient } from '../../domain/logins/sessions.ts';
import { inboxOperations } from './inbox-operations.ts';
import { csrfTokenOf } from './session.ts';

/** What the operations of sessions know about a request. */
export interface SessionCall {
  app: App;
  client: LoginClient;
  /** The hash of the client's cookie, which a login replaces. */
  previous: string | undefined;
  /** The session. @throws if the operation needs none */
  active(): ActiveSession;
  /** Gives the client the cookie of a session; undefined removes it. */
  setCookie(token: string | undefined): void;
}

/** The functions of the operations that only sessions have. Each throws `AdminError` if a rule refuses the request. */
export type SessionHandlers = {
  [Op in SessionOperation & keyof AdminOperations]: (
    call: SessionCall,
    input: AdminInput<Op>,
  ) => Promise<AdminOutput<Op>>;
};

const stateOf = (
  app: App,
  { session, login, account, agent, expiresAt }: ActiveSession,
): AdminOutput<'getSession'> => ({
  session: {
    login: { id: login.id, email: login.email, name: agent?.name ?? login.email, role: login.role },
    account: account ? recordOfAccount(account) : null,
    agent: agent ? { id: agent.id, name: agent.name } : null,
    scopes: [...ROLE_SCOPES[login.role]],
    csrf_token: csrfTokenOf(app, session.hash),
    expires_at: isoOf(expiresAt),
  },
});

/** Gives the client a new session and returns its state. */
async function entered({ app, setCookie }: SessionCall, token: string): Promise<AdminOutput<'getSession'>> {
  const active = await findSession(app, token);
  if (!active) {
    throw new Error('the new session cannot be read');
  }
  setCookie(token);
  return stateOf(app, active);
}

/** The session of the caller, and what a team shares about conversations. */
export const sessionOperations: SessionHandlers = {
  ...inboxOperations,

  getSession: async ({ app, active }) => stateOf(app, active()),

  createSession: async (call, input) => entered(call, await logIn(call.app, input, call.client, call.previous)),

  useLink: async (call, input) => entered(call, await followLink(call.app, input, call.client, call.previous)),

  deleteSession: async ({ app, active, setCookie }) => {
    await logOut(app, active().session.hash);
    setCookie(undefined);
    return { ended: true };
  },
};
