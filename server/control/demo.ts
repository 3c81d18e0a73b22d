import type { App } from '../app/app.ts';
import { type AccountSecrets, createDemoAccount } from '../domain/account/demo-account.ts';
import { createProviderApp } from '../domain/connections/create-connection.ts';
import { webchatPath } from '../domain/web-chat/web-chat-path.ts';
import { META_CALLBACKS } from '../providers/meta/callback.ts';
import { businessOf, type ControlledProvider } from './provider.ts';

/**
 * Registers the mock's app unless the database already has it, and sets the mock's callback URL to it.
 *
 * @param origin scheme, host and port of the server
 * @param known the previous ID of the app
 * @returns the ID of the app
 */
export async function ensureProviderApp(
  app: App,
  provider: ControlledProvider,
  origin: string,
  known: string | undefined,
): Promise<string> {
  const found = known !== undefined && (await app.store.read.connections.findProviderApp(known));
  const id = found ? found.id : await app.store.transaction((tx) => createProviderApp(app, tx, provider.secrets));
  provider.setCallbackUrl(origin + META_CALLBACKS.path(id));
  return id;
}

/**
 * Returns the demo account; creates it unless the database already has it.
 *
 * @param known the account's ID, keys and signing secret from an earlier start, which it gets again
 */
export async function ensureDemoAccount(
  app: App,
  provider: ControlledProvider,
  providerAppId: string,
  known: AccountSecrets | undefined,
): Promise<AccountSecrets> {
  const webhook = known && (await app.store.read.webhooks.find(known.accountId));
  if (webhook && known) {
    // `wigwag admin` may have replaced it.
    return { ...known, signingSecret: app.vault.open(webhook.secret) };
  }
  const business = businessOf(provider.demoBusiness(), providerAppId);
  const { accountId, liveKey, testKey, signingSecret } = await createDemoAccount(
    app,
    { name: 'Demo' },
    business,
    known,
  );
  return { accountId, liveKey, testKey, signingSecret };
}

/** Returns the path of the page of an account's web chat. */
export async function findWebchatPath(app: App, accountId: number): Promise<string> {
  const connections = await app.store.read.connections.listActive(accountId);
  return webchatPath(connections.find(({ channel }) => channel === 'web')?.id ?? '');
}

/** Empties every table. */
export const clearDatabase = (app: App): Promise<void> => app.store.clear();

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/** Reopens the mock's windows from the conversations of the last day, because the mock starts without state. */
export async function reopenWindows(app: App, provider: ControlledProvider): Promise<void> {
  const { conversations, connections } = app.store.read;
  const dayAgo = (app.clock.now() - DAY_MILLISECONDS) * 1000;
  for (const { accountId, connectionId, person, lastInboundAt } of await conversations.listWrittenSince(dayAgo)) {
    const connection = await connections.find(accountId, connectionId);
    if (connection?.providerId && lastInboundAt !== null) {
      provider.openWindow(connection.providerId, person, new Date(lastInboundAt / 1000));
    }
  }
}
