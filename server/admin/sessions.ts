import type { App } from '../app/app.ts';
import { createLink, findLink, urlOfLink } from '../domain/logins/links.ts';
import { stepOfCode } from '../domain/logins/one-time-codes.ts';
import { hashPassword, PasswordsBusy, verifyPassword } from '../domain/logins/password.ts';
import { type LoginClient, startSession } from '../domain/logins/sessions.ts';
import type { Tx } from '../store/index.ts';
import type { Login } from '../store/logins/logins.ts';
import { AdminError, invalidField } from './admin-error.ts';

/** What a person sends to log in. */
interface Credentials {
  email: string;
  password: string;
  code?: string | undefined;
}

/** The same for an unknown email address and a wrong password. */
const wrongPassword = () => new AdminError('the email address or the password is wrong', { status: 401 });

/**
 * Checks the password, and the one-time code if the login has one.
 *
 * @returns the value of the new session's cookie
 * @throws {AdminError} 401 if something is wrong; `field` is `code` if only the code is missing or wrong
 */
export async function logIn(
  app: App,
  { email, password, code }: Credentials,
  client: LoginClient,
  previous: string | undefined,
): Promise<string> {
  const login = await app.store.read.logins.findByEmail(email);
  const matches = await verifyPassword(password, login?.passwordHash).catch(refuseBusy);
  if (!login || !matches) {
    throw wrongPassword();
  }
  return app.store.transaction(async (tx) => {
    await requireCode(app, tx, login, code);
    return enter(app, tx, login, client, previous);
  });
}

/** @throws {AdminError} 401 for a missing, wrong or used code */
async function requireCode(app: App, tx: Tx, login: Login, code: string | undefined): Promise<void> {
  if (!login.isTotpOn || login.totpSecret === null) {
    return;
  }
  if (code === undefined || code === '') {
    throw new AdminError('the login also needs a one-time code', { status: 401, field: 'code' });
  }
  const step = stepOfCode(app.vault.open(login.totpSecret), code, app.clock.now());
  if (step === undefined || !(await tx.logins.takeStep(login.id, step))) {
    throw new AdminError('the one-time code is wrong or was already used', {
      status: 401,
      field: 'code',
      hint: 'wait for the next code',
    });
  }
}

/** Starts a session and ends the one that the client had. @throws {AdminError} 401 if the login may not be used */
async function enter(
  app: App,
  tx: Tx,
  { id }: Login,
  client: LoginClient,
  previous: string | undefined,
): Promise<string> {
  const login = await tx.logins.find(id);
  const { accountId, agentId } = login ?? {};
  const agent = accountId && agentId ? await tx.agents.find(accountId, agentId) : undefined;
  if (!login || login.isDisabled || (agentId && !agent?.isActive)) {
    throw new AdminError('this login is disabled', { status: 401, hint: 'ask an owner of the account' });
  }
  if (previous !== undefined) {
    await tx.sessions.delete(previous);
  }
  return startSession(app, tx, login, client);
}

/**
 * Logs in with a one-time link, and sets the password if it is an invitation or a reset. A reset ends the other
 * sessions of the login.
 *
 * @returns the value of the new session's cookie
 * @throws {AdminError} 401 for a link that is unknown, used or expired; 422 without a password that it needs
 */
export async function followLink(
  app: App,
  { token, password }: { token: string; password?: string | undefined },
  client: LoginClient,
  previous: string | undefined,
): Promise<string> {
  const known = await findLink(app, app.store.read, token);
  if (known && known.kind !== 'entry' && password === undefined) {
    throw invalidField('password', 'is required for this link');
  }
  const passwordHash =
    known && known.kind !== 'entry' && password !== undefined
      ? await hashPassword(password).catch(refuseBusy)
      : undefined;
  return app.store.transaction(async (tx) => {
    const link = await findLink(app, tx, token);
    const login = link && (await tx.logins.find(link.loginId));
    if (!link || !login || !(await tx.loginLinks.take(link.hash, app.now()))) {
      throw new AdminError('the link does not work: it is unknown, was used, or has expired', {
        status: 401,
        hint: 'ask for a new link',
      });
    }
    if (passwordHash !== undefined) {
      await tx.logins.update(login.id, { passwordHash });
      await tx.sessions.deleteOfLogin(login.id);
    }
    return enter(app, tx, login, client, previous);
  });
}

/** @throws {AdminError} 429 if too many passwords are being checked */
function refuseBusy(error: unknown): never {
  if (error instanceof PasswordsBusy) {
    throw new AdminError('the server is checking many passwords: try again in a few seconds', {
      status: 429,
      retryAfter: 5,
    });
  }
  throw error;
}

/** Ends a session. */
export const logOut = (app: App, hash: string): Promise<void> =>
  app.store.transaction((tx) => tx.sessions.delete(hash));

/** The login of the developer of `wigwag dev`. No mail is sent to it. */
const DEV_EMAIL = 'owner@wigwag.localhost';
const DEV_NAME = 'Owner';

/**
 * Creates a link that logs in as the owner of an account, and the login if there is none; for `wigwag dev`. Only the
 * newest link works.
 */
export async function createDevLink(app: App, accountId: number): Promise<string> {
  return app.store.transaction(async (tx) => {
    const now = app.monotonicNow();
    const login = await tx.logins.findByEmail(DEV_EMAIL);
    if (login) {
      return urlOfLink(app, await createLink(app, tx, login, 'entry'));
    }
    const agentId = await tx.agents.insert(accountId, { name: DEV_NAME, isActive: true }, now);
    const id = await tx.logins.insert({ accountId, agentId, email: DEV_EMAIL, role: 'owner' }, now);
    const created = await tx.logins.find(id);
    if (!created) {
      throw new Error('the new login cannot be read');
    }
    return urlOfLink(app, await createLink(app, tx, created, 'entry'));
  });
}
