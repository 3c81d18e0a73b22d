import { type Channel, EVENTS } from '@wigwag/openapi';
import { isSupportedCountry } from 'libphonenumber-js/max';
import type { App } from '../../app.ts';
import { hashOf, randomText } from '../../secrets.ts';
import type { Account, AccountChanges } from '../../store/account/accounts.ts';
import type { Tx } from '../../store/index.ts';
import { resumeDeliveries, takesEvents } from '../webhooks/deliveries.ts';

/**
 * What the operator does: accounts, keys, connections and webhook addresses. There is no HTTP for it; `wigwag admin` and
 * `wigwag dev` call it.
 */

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

const newSigningSecret = (): string => `whsec_${randomText(40)}`;

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

/** Gives an account another signing secret, with which every attempt is signed that begins from now on; gives it, this once. */
export async function renewSigningSecret(app: App, tx: Tx, accountId: number): Promise<string> {
  const secret = newSigningSecret();
  await tx.webhooks.setSecret(accountId, app.vault.seal(secret));
  return secret;
}

export interface NewKey {
  accountId: number;
  mode: 'live' | 'test';
  scopes?: readonly string[] | undefined;
  allowedIps?: readonly string[] | undefined;
  revoked?: boolean | undefined;
  requestsPerMinute?: number | undefined;
  /** A key made before; a fresh one is made when it is omitted. */
  text?: string | undefined;
}

/** Makes a key and gives it, this once: it is stored only as a hash (§5.2). */
export async function createKey(app: App, tx: Tx, key: NewKey): Promise<string> {
  const text = key.text ?? `ww_${key.mode}_${randomText(41)}`;
  await tx.keys.insert(
    {
      accountId: key.accountId,
      mode: key.mode,
      hash: hashOf(text),
      scopes: key.scopes ?? null,
      allowedIps: key.allowedIps ?? null,
      revoked: key.revoked ?? false,
      requestsPerMinute: key.requestsPerMinute ?? null,
    },
    app.monotonicNow(),
  );
  return text;
}

export interface NewConnection {
  accountId: number;
  channel: Channel;
  name: string;
  /** The provider's side of it; web chat is our own and has none. */
  providerAppId?: string | undefined;
  providerId?: string | undefined;
  wabaId?: string | undefined;
  accessToken?: string | undefined;
  /** The sites that may put a web chat on their pages. @default none */
  origins?: readonly string[] | undefined;
}

/** Connects a line or page; gives its id (`wa_1`). */
export async function createConnection(app: App, tx: Tx, connection: NewConnection): Promise<string> {
  for (;;) {
    const id = await tx.connections.nextId(connection.channel);
    const row = {
      accountId: connection.accountId,
      id,
      channel: connection.channel,
      name: connection.name,
      isActive: true,
      providerAppId: connection.providerAppId ?? null,
      providerId: connection.providerId ?? null,
      wabaId: connection.wabaId ?? null,
      accessToken: connection.accessToken === undefined ? null : app.vault.seal(connection.accessToken),
      origins: connection.origins ?? [],
    };
    // Another process may take the same number at the same moment; the next one is free.
    if (await tx.connections.insert(row, app.monotonicNow())) {
      return id;
    }
  }
}

/** Registers one of the provider's apps, whose secret signs callbacks; gives its id, part of the callback URL. */
export async function createProviderApp(
  app: App,
  tx: Tx,
  secrets: { appSecret: string; verifyToken: string },
): Promise<string> {
  const id = randomText(16);
  await tx.connections.insertProviderApp({
    id,
    app_secret: app.vault.seal(secrets.appSecret),
    verify_token: app.vault.seal(secrets.verifyToken),
    created_at: app.monotonicNow(),
  });
  return id;
}

/**
 * Sets the address that events go to, enabled, and lets go on what waits for one; null takes it away. Gives the signing secret,
 * which stays.
 */
export async function setWebhook(
  app: App,
  tx: Tx,
  accountId: number,
  url: string | null,
  events: readonly string[] = EVENTS,
): Promise<string | undefined> {
  await tx.webhooks.setAddress(accountId, url, events);
  if (url !== null) {
    await resumeDeliveries(app, tx, accountId);
  }
  const webhook = await tx.webhooks.find(accountId);
  return webhook && app.vault.open(webhook.secret);
}
