import { type Channel, EVENTS } from '@wigwag/openapi';
import { isSupportedCountry } from 'libphonenumber-js/max';
import type { App } from '../../app.ts';
import { hashOf, randomText } from '../../secrets.ts';
import type { Account, AccountChanges } from '../../store/account/accounts.ts';
import type { Tx } from '../../store/index.ts';
import { resumeDeliveries, takesEvents } from '../webhooks/deliveries.ts';

/**
 * Rules for accounts, keys, connections and webhook addresses, which only operators change. They have no HTTP API;
 * `wigwag admin` and `wigwag dev` call them.
 */

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

/** Returns whether a text is a label colour such as `#c0392b`. */
export const isColor = (text: string): boolean => /^#[\da-f]{6}$/i.test(text);

const newSigningSecret = (): string => `whsec_${randomText(40)}`;

export type NewAccount = Partial<Omit<Account, 'id'>> & { name: string };

/**
 * Creates an account and its webhook secret, which is returned only this once. `before` recreates an
 * earlier account.
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
    url: null,
    events: EVENTS,
    secret: app.vault.seal(signingSecret),
    isEnabled: true,
    consecutiveFailures: 0,
  });
  return { id, signingSecret };
}

/**
 * Changes an account from the next request on. Enabling the webhooks module resumes waiting deliveries.
 *
 * @returns the changed account and the number of resumed deliveries
 * @throws if there is no such account
 */
export async function changeAccount(
  app: App,
  tx: Tx,
  accountId: number,
  changes: AccountChanges,
): Promise<{ account: Account; resumed: number }> {
  const account = await tx.accounts.update(accountId, changes);
  // Locked, so that no delivery is postponed for a module that has just been enabled.
  const webhook = await tx.webhooks.findForUpdate(accountId);
  return { account, resumed: takesEvents(webhook, account) ? await resumeDeliveries(app, tx, accountId) : 0 };
}

/**
 * Replaces the signing secret of an account and returns the new one, only this once. Attempts that begin after this use
 * it.
 */
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
  /** An existing key; if omitted, a new one is generated. */
  text?: string | undefined;
}

/** Creates a key and returns it, only this once: the database stores only its hash (§5.2). */
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
  /** The provider's app; web chat is our own channel and has none. */
  providerAppId?: string | undefined;
  providerId?: string | undefined;
  wabaId?: string | undefined;
  accessToken?: string | undefined;
  /** The sites that may embed a web chat. @default none */
  origins?: readonly string[] | undefined;
}

/** Connects a line or page and returns its id (`wa_1`). */
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
    // Another process may take the same number at the same moment; then the next one is free.
    if (await tx.connections.insert(row, app.monotonicNow())) {
      return id;
    }
  }
}

/** Registers a provider app, whose secret signs callbacks. Returns its id, which is part of the callback URL. */
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
 * Sets and enables the address that receives events, and resumes the deliveries that wait for one; null removes it.
 * Returns the signing secret, which does not change.
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
