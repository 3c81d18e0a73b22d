import { type AdminOperations, adminDocument } from '@wigwag/openapi';
import type { App } from '../app/app.ts';
import { isoOf } from '../base/time.ts';
import { createLink, type NewLink, urlOfLink } from '../domain/logins/links.ts';
import type { Tx } from '../store/index.ts';
import type { Login, NewLogin } from '../store/logins/logins.ts';
import { AdminError, invalidField, missing } from './admin-error.ts';
import { NO_TOTP } from './sessions.ts';

type InviteRequest = AdminOperations['inviteAgent']['requestBody']['content']['application/json'];
type LinkRecord = AdminOperations['inviteAgent']['responses'][200]['content']['application/json'];

const EMAIL = new RegExp(adminDocument.components.schemas.Email.pattern);

/** Changes of a login; a missing field stays as it is. */
export interface LoginUpdate {
  role?: InviteRequest['role'] | undefined;
  is_disabled?: boolean | undefined;
  totp?: false | undefined;
}

const recordOf = (app: App, login: Login, link: NewLink): LinkRecord => ({
  login: login.id,
  url: urlOfLink(app, link),
  expires_at: isoOf(link.expiresAt),
});

/**
 * Creates a login for an agent, and a link that sets its password.
 *
 * @throws {AdminError} 404 for an unknown agent, 422 if the agent has a login or is not active, or another login has the
 * email address
 */
export const inviteAgent = (
  app: App,
  accountId: number,
  agentId: number,
  { email, role }: InviteRequest,
): Promise<LinkRecord> =>
  app.store.transaction(async (tx) => {
    await tx.accounts.lock(accountId);
    const agent = await tx.agents.find(accountId, agentId);
    if (!agent) {
      throw missing(`the account has no agent ${agentId}`, '`wigwag admin agents list` lists them');
    }
    if (!agent.isActive) {
      throw new AdminError(`agent ${agentId} is not active`);
    }
    const existing = (await tx.logins.list(accountId)).find((login) => login.agentId === agentId);
    if (existing) {
      throw new AdminError(`agent ${agentId} already has login ${existing.id}`, { hint: 'reset its password' });
    }
    return invite(app, tx, { accountId, agentId, email, role });
  });

/** Creates a login that sees all accounts, and a link that sets its password. @throws {AdminError} as `inviteAgent` */
export const inviteOperator = (app: App, email: string): Promise<LinkRecord> =>
  app.store.transaction((tx) => invite(app, tx, { accountId: null, agentId: null, email, role: 'operator' }));

/** @throws {AdminError} 422 for a text that is no email address, or if another login has it */
async function invite(app: App, tx: Tx, login: NewLogin): Promise<LinkRecord> {
  if (!EMAIL.test(login.email)) {
    throw invalidField('email', `must be an email address; it is "${login.email}"`);
  }
  if (await tx.logins.findByEmail(login.email)) {
    throw new AdminError(`a login already has the email address ${login.email}`, {
      field: 'email',
      rule: 'belongs to another login',
    });
  }
  const created = await tx.logins.insert(login, app.monotonicNow());
  return recordOf(app, created, await createLink(app, tx, created, 'invitation'));
}

/** @throws {AdminError} 404 if the account has no such login; with null, the installation */
async function requireLogin(tx: Tx, accountId: number | null, id: number): Promise<Login> {
  const login = await tx.logins.find(id);
  if (!login || login.accountId !== accountId) {
    throw missing(`there is no login ${id}`);
  }
  return login;
}

/** Creates a link that sets a new password. @throws {AdminError} 404 if there is no such login, 422 if it is disabled */
export const resetLogin = (app: App, accountId: number | null, id: number): Promise<LinkRecord> =>
  app.store.transaction(async (tx) => {
    const login = await requireLogin(tx, accountId, id);
    if (login.isDisabled) {
      throw new AdminError(`login ${id} is disabled`, { hint: 'enable it first' });
    }
    return recordOf(app, login, await createLink(app, tx, login, 'reset'));
  });

/**
 * Changes a login. An account keeps at least one owner who can log in.
 *
 * @throws {AdminError} 404 if there is no such login, 422 for the last owner
 */
export const updateLogin = (
  app: App,
  accountId: number | null,
  id: number,
  { role, is_disabled, totp }: LoginUpdate,
): Promise<Login> =>
  app.store.transaction(async (tx) => {
    if (accountId !== null) {
      await tx.accounts.lock(accountId);
    }
    const login = await requireLogin(tx, accountId, id);
    if (accountId !== null && ((role !== undefined && role !== 'owner') || is_disabled)) {
      await requireAnotherOwner(tx, accountId, login);
    }
    await tx.logins.update(id, {
      ...(role !== undefined && { role }),
      ...(is_disabled !== undefined && { isDisabled: is_disabled }),
      ...(totp === false && NO_TOTP),
    });
    if (is_disabled) {
      await endLogin(app, tx, id);
    }
    return requireLogin(tx, accountId, id);
  });

/** Ends the sessions and the links of a login. */
async function endLogin(app: App, tx: Tx, loginId: number): Promise<void> {
  await tx.sessions.endOfLogin(loginId, app.now());
  await tx.loginLinks.deleteOfLogin(loginId);
  // The person may get another login.
  await tx.loginIdentities.deleteOfLogin(loginId);
}

/** @throws {AdminError} 422 if the login is the only owner of the account who can log in */
async function requireAnotherOwner(tx: Tx, accountId: number, login: Login): Promise<void> {
  if (login.role !== 'owner' || login.isDisabled) {
    return;
  }
  for (const other of await tx.logins.list(accountId)) {
    const isOwner = other.id !== login.id && other.role === 'owner' && !other.isDisabled;
    if (isOwner && (other.agentId === null || (await tx.agents.find(accountId, other.agentId))?.isActive)) {
      return;
    }
  }
  throw new AdminError(`login ${login.id} is the last owner of the account`, { hint: 'make another login an owner' });
}

/** Ends the login of an agent who is deactivated. @throws {AdminError} 422 for the last owner */
export async function endLoginOfAgent(app: App, tx: Tx, accountId: number, agentId: number): Promise<void> {
  await tx.accounts.lock(accountId);
  const login = (await tx.logins.list(accountId)).find((one) => one.agentId === agentId);
  if (login) {
    await requireAnotherOwner(tx, accountId, login);
    await endLogin(app, tx, login.id);
  }
}
