import { EVENTS } from '@wigwag/openapi';
import { isSupportedCountry } from 'libphonenumber-js/max';
import type { App } from '../../app.ts';
import type { Account, AccountChanges } from '../../store/account/accounts.ts';
import type { Tx } from '../../store/index.ts';
import { resumeDeliveries, takesEvents } from '../webhooks/deliveries.ts';
import { newSigningSecret } from '../webhooks/set-webhook.ts';

/** Whether local phone numbers can be read in this country. */
export const isCountry = (code: string): boolean => isSupportedCountry(code);

/** Whether this is a time zone of the IANA database. */
export function isTimeZone(name: string): boolean {
  try {
    return name !== '' && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** Whether this is the colour of a label, as `#c0392b`. */
export const isColor = (text: string): boolean => /^#[\da-f]{6}$/i.test(text);

export type NewAccount = Partial<Omit<Account, 'id'>> & { name: string };

/** Makes an account with a webhook secret; the secret is given once. `before` makes an account anew that was there before. */
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
    url: null,
    events: EVENTS,
    secret: app.vault.seal(signingSecret),
    isEnabled: true,
    consecutiveFailures: 0,
  });
  return { id, signingSecret };
}

/**
 * Changes an account from the next request on. With the module for webhooks, what waited for it goes on.
 *
 * @returns the account as it is then, and how many deliveries go on
 * @throws when there is no such account
 */
export async function changeAccount(
  app: App,
  tx: Tx,
  accountId: number,
  changes: AccountChanges,
): Promise<{ account: Account; resumed: number }> {
  const account = await tx.accounts.update(accountId, changes);
  // Held, so that no delivery is put off for the module that is there from now on.
  const webhook = await tx.webhooks.findForUpdate(accountId);
  return { account, resumed: takesEvents(webhook, account) ? await resumeDeliveries(app, tx, accountId) : 0 };
}
