import { ADMIN_OPERATIONS, adminDocument, SESSION_OPERATIONS } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { isoOf } from '../../base/time.ts';
import { listSessions } from '../../domain/logins/sessions.ts';
import { spanOfDays } from '../../domain/reports/days.ts';
import type { AuditFilter } from '../../store/logins/audit.ts';
import type { Login } from '../../store/logins/logins.ts';
import type { Session } from '../../store/logins/sessions.ts';
import { findAccount, requireAccount } from '../accounts.ts';
import { invalidField } from '../admin-error.ts';
import { inviteAgent, inviteOperator, resetLogin, updateLogin } from '../logins.ts';
import { revokeSession } from '../sessions.ts';
import { isoOrNull } from './times.ts';
import type { AdminOutput, OperationHandlers } from './types.ts';

const { default: LIMIT } = adminDocument.components.parameters.audit_limit.schema;

/** Returns the operations that have a tag in the document. */
const operationsTagged = (tag: string): string[] =>
  [...ADMIN_OPERATIONS, ...SESSION_OPERATIONS].filter(({ node }) => node.tags?.includes(tag)).map(({ id }) => id);

/** Returns a login as the document defines it. */
async function recordOf(app: App, login: Login): Promise<AdminOutput<'updateLogin'>> {
  const { accountId, agentId } = login;
  const agent = accountId && agentId ? await app.store.read.agents.find(accountId, agentId) : undefined;
  return {
    id: login.id,
    email: login.email,
    role: login.role,
    agent: agent ? { id: agent.id, name: agent.name } : null,
    has_password: login.passwordHash !== null,
    totp: login.isTotpOn,
    is_disabled: login.isDisabled,
    last_login_at: isoOrNull(login.lastLoginAt),
  };
}

const loginsOf = async (app: App, accountId: number | null): Promise<AdminOutput<'listLogins'>> => ({
  logins: await Promise.all((await app.store.read.logins.list(accountId)).map((login) => recordOf(app, login))),
});

/** Returns sessions as the document defines them. @param current the hash of the caller's session */
export async function sessionRecords(
  app: App,
  sessions: readonly Session[],
  current: string | undefined,
): Promise<AdminOutput<'listSessions'>> {
  const logins = await loginsById(
    app,
    sessions.map(({ loginId }) => loginId),
  );
  return {
    sessions: sessions.map(({ id, loginId, address, userAgent, createdAt, seenAt, hash }) => ({
      id,
      login: loginId,
      email: logins.get(loginId)?.email ?? '',
      address,
      user_agent: userAgent,
      created_at: isoOf(createdAt),
      seen_at: isoOf(seenAt),
      is_current: hash === current,
    })),
  };
}

/** Returns logins by their IDs. */
async function loginsById(app: App, ids: readonly number[]): Promise<Map<number, Login>> {
  const logins = new Map<number, Login>();
  for (const id of new Set(ids)) {
    const login = await app.store.read.logins.find(id);
    if (login) {
      logins.set(id, login);
    }
  }
  return logins;
}

/** Returns the names of the records in an entry that still exist; undefined if none has a name. */
async function namesOf(
  app: App,
  accountId: number | null,
  { login, agent, connection }: Readonly<Record<string, string>>,
  logins: ReadonlyMap<number, Login>,
): Promise<Record<string, string> | undefined> {
  const { read } = app.store;
  const found = login === undefined ? undefined : logins.get(Number(login));
  const agentId = agent === undefined ? found?.agentId : Number(agent);
  const person = accountId && agentId ? await read.agents.find(accountId, agentId) : undefined;
  const connected =
    accountId && connection !== undefined ? await read.connections.find(accountId, connection) : undefined;
  const names = {
    ...(found?.accountId === accountId && { login: person?.name ?? found.email }),
    ...(agent !== undefined && person && { agent: person.name }),
    ...(connection !== undefined && connected && { connection: connected.name }),
  };
  return Object.keys(names).length === 0 ? undefined : names;
}

/** Returns changes of an account, newest first; with null, those of the installation. */
async function auditPage(
  app: App,
  accountId: number | null,
  before: number | undefined,
  limit: number = LIMIT,
  filter: AuditFilter = {},
): Promise<AdminOutput<'listAudit'>> {
  const entries = await app.store.read.audit.list(accountId, before, limit + 1, filter);
  const shown = entries.slice(0, limit);
  const logins = await loginsById(
    app,
    shown.flatMap(({ ids: { login }, caller: { kind, id } }) => [
      ...(kind === 'login' ? [Number(id)] : []),
      ...(login === undefined ? [] : [Number(login)]),
    ]),
  );
  const names = await Promise.all(shown.map(({ ids }) => namesOf(app, accountId, ids, logins)));
  return {
    entries: shown.map(({ id, at, operation, ids, changes, status, caller, address }, index) => ({
      id,
      at: isoOf(at),
      operation,
      ids: { ...ids },
      ...(names[index] && { names: names[index] }),
      ...(changes && { changes: [...changes] }),
      status,
      caller: { ...caller, email: caller.kind === 'login' ? (logins.get(Number(caller.id))?.email ?? null) : null },
      address,
    })),
    next: entries.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
}

/** Logins of the dashboard, their sessions, and the log of changes. */
export const loginOperations: OperationHandlers<
  | 'inviteAgent'
  | 'listLogins'
  | 'updateLogin'
  | 'resetLogin'
  | 'listSessions'
  | 'revokeSession'
  | 'listAudit'
  | 'listOperators'
  | 'listOperatorAudit'
  | 'inviteOperator'
  | 'updateOperator'
  | 'resetOperator'
> = {
  inviteAgent: async (app, { account, agent, email, role }) =>
    inviteAgent(app, await requireAccount(app, account), agent, { email, role }),

  listLogins: async (app, { account }) => loginsOf(app, await requireAccount(app, account)),

  updateLogin: async (app, { account, login, ...changes }) =>
    recordOf(app, await updateLogin(app, await requireAccount(app, account), login, changes)),

  resetLogin: async (app, { account, login }) => resetLogin(app, await requireAccount(app, account), login),

  listSessions: async (app, { account }, caller) =>
    sessionRecords(
      app,
      await listSessions(app, { accountId: await requireAccount(app, account) }),
      caller?.session.hash,
    ),

  revokeSession: async (app, { account, session }) => {
    await revokeSession(app, { accountId: await requireAccount(app, account) }, session);
    return { id: session, ended: true };
  },

  listAudit: async (app, { account, before, limit, login: loginId, kind, from, to }) => {
    const { id, timeZone } = await findAccount(app, account);
    if (from !== undefined && to !== undefined && from > to) {
      throw invalidField('from', `must not be after to; it is ${from}, and to is ${to}`);
    }
    const operations = kind === undefined ? undefined : operationsTagged(kind);
    return auditPage(app, id, before, limit, { loginId, operations, ...spanOfDays(timeZone, from, to) });
  },

  listOperatorAudit: (app, { before, limit }) => auditPage(app, null, before, limit),

  listOperators: (app) => loginsOf(app, null),

  inviteOperator: (app, { email }) => inviteOperator(app, email),

  updateOperator: async (app, { login, ...changes }) => recordOf(app, await updateLogin(app, null, login, changes)),

  resetOperator: (app, { login }) => resetLogin(app, null, login),
};
