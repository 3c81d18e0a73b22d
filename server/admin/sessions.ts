import { adminDocument } from '@wigwag/openapi';
import type { App } from '../app/app.ts';
import { MICROSECONDS } from '../base/time.ts';
import type { Attempt, LoginAttempts } from '../domain/logins/attempts.ts';
import { createLink, findLink, urlOfLink } from '../domain/logins/links.ts';
import {
  hashOfRecoveryCode,
  newRecoveryCodes,
  newTotpSecret,
  stepOfCode,
  totpUrl,
} from '../domain/logins/one-time-codes.ts';
import { hashPassword, PasswordsBusy, verifyPassword } from '../domain/logins/password.ts';
import { type ActiveSession, type LoginClient, startSession } from '../domain/logins/sessions.ts';
import type { Tx } from '../store/index.ts';
import type { ProviderPerson } from '../store/logins/identities.ts';
import type { Login, LoginChanges } from '../store/logins/logins.ts';
import { AdminError, invalidField, missing } from './admin-error.ts';

const { 'x-recent-minutes': RECENT_MINUTES } = adminDocument.components.securitySchemes.session;

/** What a person sends to log in. */
interface Credentials {
  email: string;
  password: string;
  code?: string | undefined;
}

/** The browser that logs in. */
export interface Browser {
  client: LoginClient;
  /** The hash of the cookie that it has, which the login replaces. */
  previous: string | undefined;
  attempts: LoginAttempts;
}

/** The same for an unknown email address and a wrong password. */
const wrongPassword = () => new AdminError('the email address or the password is wrong', { status: 401 });

/**
 * Checks the password, and the one-time code if the login has one.
 *
 * @returns the value of the new session's cookie
 * @throws {AdminError} 401 if something is wrong; `field` is `code` if only the code is missing or wrong. 429 after
 * repeated failures
 */
export async function logIn(app: App, { email, password, code }: Credentials, browser: Browser): Promise<string> {
  const login = await app.store.read.logins.findByEmail(email);
  return attempt(app, login, email, browser, async (tried) => {
    const matches = await verifyPassword(password, login?.passwordHash, tried.isKnown).catch(refuseBusy);
    if (!login || !matches) {
      throw wrongPassword();
    }
    if (login.isTotpOn && !code) {
      tried.undone();
      throw new AdminError('the login also needs a one-time code', { status: 401, field: 'code' });
    }
    return app.store.transaction(async (tx) => {
      await requireCode(app, tx, login, code);
      return enter(app, tx, login.id, browser);
    });
  });
}

/** Runs an attempt, which counts as a failure if it throws 401. @throws {AdminError} 429 after too many failures */
async function attempt<T>(
  app: App,
  login: Login | undefined,
  email: string,
  { client: { address }, attempts }: Pick<Browser, 'client' | 'attempts'>,
  run: (tried: Attempt) => Promise<T>,
): Promise<T> {
  const isKnown = await app.store.read.sessions.knowsAddress(login?.id ?? 0, address);
  const tried = attempts.begin({ email: email.toLowerCase(), address, isKnown }, app.clock.now());
  if (typeof tried === 'number') {
    throw new AdminError(`too many attempts have failed: try again in ${tried} s`, {
      status: 429,
      retryAfter: tried,
      hint: 'a one-time link of an owner or operator works meanwhile',
    });
  }
  try {
    const result = await run(tried);
    tried.succeeded();
    return result;
  } catch (error) {
    if (error instanceof AdminError && error.status === 401) {
      attempts.failed(address, app.clock.now());
    } else {
      tried.undone();
    }
    throw error;
  } finally {
    tried.ended();
  }
}

/** Accepts a one-time code or a recovery code. @throws {AdminError} 401 for a missing, wrong or used code */
async function requireCode(app: App, tx: Tx, login: Login, code: string | undefined): Promise<void> {
  if (!login.isTotpOn || login.totpSecret === null) {
    return;
  }
  const recovery = hashOfRecoveryCode(code ?? '');
  const step = stepOfCode(app.vault.open(login.totpSecret), code ?? '', app.clock.now());
  const isTaken =
    recovery === undefined
      ? step !== undefined && (await tx.logins.takeStep(login.id, step))
      : await tx.logins.takeRecoveryCode(login, recovery);
  if (!isTaken) {
    throw new AdminError('the one-time code is missing, wrong or was already used', {
      status: 401,
      field: 'code',
      hint: 'wait for the next code, or use a recovery code',
    });
  }
}

/** Starts a session and ends the one that the browser had. @throws {AdminError} 401 if the login may not be used */
async function enter(app: App, tx: Tx, loginId: number, { client, previous }: Browser): Promise<string> {
  const login = await tx.logins.find(loginId);
  const { accountId, agentId } = login ?? {};
  const agent = accountId && agentId ? await tx.agents.find(accountId, agentId) : undefined;
  if (!login || login.isDisabled || (agentId && !agent?.isActive)) {
    throw new AdminError('this login is disabled', { status: 401, hint: 'ask an owner of the account' });
  }
  if (previous !== undefined) {
    await tx.sessions.end(previous, app.now());
  }
  return startSession(app, tx, login, client);
}

/**
 * Logs in with a one-time link, and sets the password if it is an invitation or a reset. A reset also needs the
 * one-time code, if the login has one, ends the other sessions of the login, and forgets which person of a provider of
 * OpenID Connect it belongs to.
 *
 * @returns the value of the new session's cookie
 * @throws {AdminError} 401 for a link that is unknown, used or expired, and for a wrong code; 422 without a password
 * that it needs
 */
export async function followLink(
  app: App,
  { token, password, code }: { token: string; password?: string | undefined; code?: string | undefined },
  browser: Browser,
): Promise<string> {
  const known = await findLink(app, app.store.read, token);
  const login = known && (await app.store.read.logins.find(known.loginId));
  if (!known || !login) {
    throw deadLink();
  }
  if (known.kind === 'entry') {
    return useLink(app, token, browser);
  }
  if (password === undefined) {
    throw invalidField('password', 'is required for this link');
  }
  return attempt(app, login, login.email, browser, async (tried) => {
    if (login.isTotpOn && !code) {
      tried.undone();
      throw new AdminError('the login also needs a one-time code', { status: 401, field: 'code' });
    }
    const passwordHash = await hashPassword(password).catch(refuseBusy);
    return useLink(app, token, browser, { passwordHash, code });
  });
}

const deadLink = () =>
  new AdminError('the link does not work: it is unknown, was used, or has expired', {
    status: 401,
    hint: 'ask for a new link',
  });

/** Uses up a link. @throws {AdminError} 401 */
const useLink = (
  app: App,
  token: string,
  browser: Browser,
  reset?: { passwordHash: string; code: string | undefined },
): Promise<string> =>
  app.store.transaction(async (tx) => {
    const link = await findLink(app, tx, token);
    const login = link && (await tx.logins.find(link.loginId));
    if (!link || !login || !(await tx.loginLinks.take(link.hash, app.now()))) {
      throw deadLink();
    }
    if (reset) {
      await requireCode(app, tx, login, reset.code);
      await tx.logins.update(login.id, { passwordHash: reset.passwordHash });
      await tx.loginIdentities.deleteOfLogin(login.id);
      await tx.sessions.endOfLogin(login.id, app.now());
    }
    return enter(app, tx, login.id, browser);
  });

/** A person who has logged in at the provider of OpenID Connect. */
export interface Identity extends ProviderPerson {
  /** undefined unless the provider has verified it. */
  email: string | undefined;
}

/** Returns the login that a person of the provider tries to use. */
export async function loginOfIdentity(app: App, identity: Identity): Promise<Login | undefined> {
  const { loginIdentities, logins } = app.store.read;
  const known = await loginIdentities.findLogin(identity);
  return known !== undefined
    ? logins.find(known)
    : identity.email === undefined
      ? undefined
      : logins.findByEmail(identity.email);
}

/**
 * Starts a session for a person who has logged in at the provider of OpenID Connect. The first time, the verified email
 * address selects the login; afterwards it belongs to that person, even if the address changes or passes to someone else.
 * Unused links of the login stop working the first time; later, the person cannot cancel a reset of the login. The
 * provider decides about a second factor, so no one-time code is needed.
 *
 * @returns the login, and the value of the new session's cookie
 * @throws {AdminError} 401 if there is no such login, it belongs to another person, or it may not be used
 */
export const enterByIdentity = (
  app: App,
  identity: Identity,
  browser: Browser,
): Promise<{ login: Login; token: string }> =>
  app.store.transaction(async (tx) => {
    const known = await tx.loginIdentities.findLogin(identity);
    const login = known === undefined ? await linkByEmail(app, tx, identity) : await tx.logins.find(known);
    if (!login) {
      throw new Error('the login of an identity does not exist');
    }
    const token = await enter(app, tx, login.id, browser);
    if (known === undefined) {
      await tx.loginLinks.deleteOfLogin(login.id);
    }
    return { login, token };
  });

/** Returns the login with the email address, which belongs to this person from now on. @throws {AdminError} 401 */
async function linkByEmail(app: App, tx: Tx, { email, issuer, subject }: Identity): Promise<Login> {
  if (email === undefined) {
    throw new AdminError('the provider has not verified an email address', { status: 401 });
  }
  const login = await tx.logins.findByEmail(email);
  if (!login) {
    throw new AdminError('no login has the email address of the provider', {
      status: 401,
      hint: 'ask an owner of the account for an invitation',
    });
  }
  if (await tx.loginIdentities.hasLogin(login.id, issuer)) {
    throw new AdminError('the login is linked to a different person at the provider', {
      status: 401,
      hint: 'ask an owner of the account to reset the password: the link also lets a new person use the login',
    });
  }
  await tx.loginIdentities.insert({ issuer, subject }, login, app.monotonicNow());
  return login;
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
  app.store.transaction((tx) => tx.sessions.end(hash, app.now()));

/**
 * Checks the own password before a change of how the login is protected. Without a password, the session must have begun
 * recently. @throws {AdminError} 422 for a wrong password, 403 for an older session, 429 after repeated failures
 */
async function requireOwnPassword(
  app: App,
  { login, session }: ActiveSession,
  field: string,
  password: string | undefined,
  browser: Browser,
): Promise<void> {
  if (login.passwordHash === null) {
    if (app.now() - session.createdAt > RECENT_MINUTES * MICROSECONDS.minute) {
      throw new AdminError(
        `this login has no password, so the change needs a session that began in the last ${RECENT_MINUTES} minutes`,
        { status: 403, hint: 'log out, log in again, and repeat the change' },
      );
    }
    return;
  }
  if (password === undefined) {
    throw invalidField(field, 'is required');
  }
  const isRight = await attempt(app, login, login.email, browser, async () => {
    if (!(await verifyPassword(password, login.passwordHash, true).catch(refuseBusy))) {
      throw wrongPassword();
    }
    return true;
  }).catch((error: unknown) => {
    if (error instanceof AdminError && error.status === 401) {
      return false;
    }
    throw error;
  });
  if (!isRight) {
    throw invalidField(field, 'is wrong');
  }
}

/** Replaces the own password, and ends the other sessions and the links of the login. @throws {AdminError} */
export async function setOwnPassword(
  app: App,
  active: ActiveSession,
  { current_password, password }: { current_password?: string | undefined; password: string },
  browser: Browser,
): Promise<void> {
  await requireOwnPassword(app, active, 'current_password', current_password, browser);
  const passwordHash = await hashPassword(password).catch(refuseBusy);
  const { login, session } = active;
  await app.store.transaction(async (tx) => {
    await tx.logins.update(login.id, { passwordHash });
    await tx.loginLinks.deleteOfLogin(login.id);
    await tx.sessions.endOfLogin(login.id, app.now(), session.hash);
  });
}

/** Returns a new secret for one-time codes. They stay off until a code confirms it. @throws {AdminError} */
export async function beginTotp(
  app: App,
  active: ActiveSession,
  password: string | undefined,
  browser: Browser,
): Promise<{ secret: string; url: string }> {
  const { login } = active;
  if (login.isTotpOn) {
    throw new AdminError('one-time codes are already on', { hint: 'turn them off first' });
  }
  await requireOwnPassword(app, active, 'password', password, browser);
  const secret = newTotpSecret();
  await app.store.transaction((tx) => tx.logins.update(login.id, { totpSecret: app.vault.seal(secret) }));
  return { secret, url: totpUrl(secret, login.email) };
}

/** Turns one-time codes on, and returns recovery codes, only this once. @throws {AdminError} 422 for a wrong code */
export async function confirmTotp(app: App, { login }: ActiveSession, code: string): Promise<string[]> {
  if (login.isTotpOn || login.totpSecret === null) {
    throw new AdminError('there is no new secret to confirm', { hint: 'begin again' });
  }
  const step = stepOfCode(app.vault.open(login.totpSecret), code, app.clock.now());
  if (step === undefined) {
    throw invalidField('code', 'is wrong');
  }
  return setRecoveryCodes(app, login.id, { isTotpOn: true, totpStep: step });
}

/**
 * Replaces the recovery codes, and returns the new ones, only this once. @throws {AdminError} 422 for a wrong password,
 * or if one-time codes are off
 */
export async function createRecoveryCodes(
  app: App,
  active: ActiveSession,
  password: string | undefined,
  browser: Browser,
): Promise<string[]> {
  const { login } = active;
  if (!login.isTotpOn) {
    throw new AdminError('one-time codes are off', { hint: 'turn them on first' });
  }
  await requireOwnPassword(app, active, 'password', password, browser);
  return setRecoveryCodes(app, login.id);
}

async function setRecoveryCodes(app: App, loginId: number, changes: LoginChanges = {}): Promise<string[]> {
  const codes = newRecoveryCodes();
  const recoveryCodes = codes.flatMap((code) => hashOfRecoveryCode(code) ?? []);
  await app.store.transaction((tx) => tx.logins.update(loginId, { ...changes, recoveryCodes }));
  return codes;
}

/** Turns one-time codes off. @throws {AdminError} 422 for a wrong password */
export async function endTotp(
  app: App,
  active: ActiveSession,
  password: string | undefined,
  browser: Browser,
): Promise<void> {
  await requireOwnPassword(app, active, 'password', password, browser);
  await app.store.transaction((tx) => tx.logins.update(active.login.id, NO_TOTP));
}

/** The changes that turn one-time codes off. */
export const NO_TOTP = { isTotpOn: false, totpSecret: null, totpStep: null, recoveryCodes: [] } as const;

/** Ends a session by its number. @throws {AdminError} 404 if the account or the login has no such session */
export async function revokeSession(
  app: App,
  owner: { accountId: number | null; loginId?: number },
  id: number,
): Promise<void> {
  if (!(await app.store.transaction((tx) => tx.sessions.endById(id, owner, app.now())))) {
    throw missing(`there is no session ${id}`);
  }
}

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
    let login = await tx.logins.findByEmail(DEV_EMAIL);
    if (!login) {
      const agentId = await tx.agents.insert(accountId, { name: DEV_NAME, isActive: true }, now);
      login = await tx.logins.insert({ accountId, agentId, email: DEV_EMAIL, role: 'owner' }, now);
    }
    return urlOfLink(app, await createLink(app, tx, login, 'entry'));
  });
}
