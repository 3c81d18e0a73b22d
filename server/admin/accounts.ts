import type { App } from '../app/app.ts';
import {
  changeAccount as changeIn,
  createAccount as createIn,
  isCountry,
  isTimeZone,
  type NewAccount,
} from '../domain/account/accounts.ts';
import { createKey } from '../domain/account/create-key.ts';
import { renewSigningSecret as renewIn } from '../domain/webhooks/set-webhook.ts';
import type { Account, AccountChanges } from '../store/account/accounts.ts';
import { type AdminError, invalidField, missing, requireName } from './admin-error.ts';

/** Returns the number of an account. @throws {AdminError} 404 if the account does not exist */
export const requireAccount = async (app: App, id: string): Promise<number> => (await findAccount(app, id)).id;

/** Returns an account. @throws {AdminError} 404 if it does not exist */
export async function findAccount(app: App, id: string): Promise<Account> {
  const account = /^\d+$/.test(id) ? await app.store.read.accounts.find(Number(id)) : undefined;
  if (!account) {
    throw missingAccount(id);
  }
  return account;
}

/** Returns the error for an account that does not exist, or that the caller may not use. */
export const missingAccount = (id: string): AdminError =>
  missing(`account ${id} does not exist`, '`wigwag admin accounts add` creates one');

/** @throws {AdminError} for an empty name, an unknown country or an unknown time zone */
export function requireDescription({ name, country, timeZone }: AccountChanges): void {
  if (name !== undefined) {
    requireName(name);
  }
  if (country !== undefined && !isCountry(country)) {
    throw invalidField('country', `must be a code of two letters, such as TR or DE; it is "${country}"`);
  }
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    throw invalidField('time_zone', `must be a name such as Europe/Berlin; it is "${timeZone}"`);
  }
}

/**
 * Creates an account. The signing secret is returned only here.
 *
 * @throws {AdminError} for an empty name, an unknown country or an unknown time zone
 */
export async function createAccount(app: App, account: NewAccount): Promise<{ id: number; signingSecret: string }> {
  requireDescription(account);
  return app.store.transaction((tx) => createIn(app, tx, account));
}

/**
 * Creates an account with a live key and a test key. The keys and the signing secret are returned only here.
 *
 * @throws {AdminError} for an empty name, an unknown country or an unknown time zone
 */
export async function createAccountWithKeys(
  app: App,
  account: NewAccount,
): Promise<{ accountId: number; signingSecret: string; liveKey: string; testKey: string }> {
  requireDescription(account);
  return app.store.transaction(async (tx) => {
    const { id: accountId, signingSecret } = await createIn(app, tx, account);
    const liveKey = await createKey(app, tx, { accountId, mode: 'live' });
    const testKey = await createKey(app, tx, { accountId, mode: 'test' });
    return { accountId, signingSecret, liveKey, testKey };
  });
}

/** Returns all accounts, oldest first. */
export const listAccounts = (app: App): Promise<Account[]> => app.store.read.accounts.list();

/**
 * Changes an account. If the account now has the webhook module, deliveries that were waiting for it are resumed.
 *
 * @returns the changed account, and how many deliveries were resumed
 * @throws {AdminError} for an empty name, an unknown country or an unknown time zone
 */
export async function changeAccount(
  app: App,
  accountId: number,
  changes: AccountChanges,
): Promise<{ account: Account; resumed: number }> {
  requireDescription(changes);
  return app.store.transaction((tx) => changeIn(app, tx, accountId, changes));
}

/** Replaces the signing secret of an account and returns the new one. Later attempts are signed with it. */
export const renewSigningSecret = (app: App, accountId: number): Promise<string> =>
  app.store.transaction((tx) => renewIn(app, tx, accountId));
