import { isSupportedCountry } from 'libphonenumber-js/max';
import type { App } from '../../app/app.ts';
import type { Account, AccountChanges } from '../../store/account/accounts.ts';
import type { Tx } from '../../store/index.ts';
import { resumeDeliveries, takesEvents } from '../webhooks/deliveries.ts';
import { DEFAULT_SETTINGS } from '../webhooks/set-webhook.ts';
import { newSigningSecret, onlySecret } from '../webhooks/signing-secrets.ts';

/** Returns whether local phone numbers of this country can be parsed. */
export const isCountry = (code: string): boolean => isSupportedCountry(code);

/** Returns whether a name is a time zone of the IANA database. */
export function isTimeZone(name: string): boolean {
  try {
    return name !== '' && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** Returns whether a text is a label color such as `#c0392b`. */
export const isColor = (text: string): boolean => /^#[\da-f]{6}$/i.test(text);

export type NewAccount = Partial<Omit<Account, 'id'>> & { name: string };

/**
 * Creates an account and its webhook secret, which is returned only this once. `before` recreates an earlier account.
 */
export async function createAccount(
  app: App,
  tx: Tx,
  account: NewAccount,
  before?: { accountId: number; signingSecret: string },
): Promise<{ id: number; signingSecret: string }> {
  const id = await tx.accounts.insert(
    {
      ...(before && { id: before.accountId }),
      isActive: true,
      licenseExpiresAt: null,
      modules: { api: true, webhook: true, flows: true },
      country: 'TR',
      timeZone: 'Europe/Istanbul',
      ...account,
    },
    app.monotonicNow(),
  );
  const signingSecret = before?.signingSecret ?? newSigningSecret();
  await tx.webhooks.insert({
    accountId: id,
    ...DEFAULT_SETTINGS,
    url: null,
    ...onlySecret(app.vault.seal(signingSecret)),
    isEnabled: true,
    consecutiveFailures: 0,
  });
  return { id, signingSecret };
}

/**
 * Changes an account; the change applies from the next request on. Enabling the webhooks module resumes waiting
 * deliveries.
 *
 * @returns the changed account and the number of resumed deliveries
 * @throws if the account does not exist
 */
export async function changeAccount(
  app: App,
  tx: Tx,
  accountId: number,
  changes: AccountChanges,
): Promise<{ account: Account; resumed: number }> {
  const account = await tx.accounts.update(accountId, changes);
  // Locked, so that no delivery is postponed because of a module that has just been enabled.
  const keys = (await tx.webhooks.list(accountId)).map(({ id }) => ({ accountId, id }));
  let resumed = 0;
  for (const webhook of await tx.webhooks.listForUpdate(keys)) {
    resumed += takesEvents(webhook, account) ? await resumeDeliveries(app, tx, accountId, webhook.id) : 0;
  }
  return { account, resumed };
}
