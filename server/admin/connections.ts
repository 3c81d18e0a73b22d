import { CHANNELS, type Channel } from '@wigwag/openapi';
import type { App } from '../app/app.ts';
import { randomText } from '../base/secrets.ts';
import { type ProviderBusiness, providerSide } from '../domain/account/demo-account.ts';
import { checkConnection } from '../domain/connections/check-connection.ts';
import {
  createProviderApp as createAppIn,
  createConnection as createIn,
} from '../domain/connections/create-connection.ts';
import { parseOrigin } from '../domain/web-chat/origin.ts';
import { webchatPath } from '../domain/web-chat/web-chat-path.ts';
import { META_CALLBACKS } from '../providers/meta/callback.ts';
import type { Finding } from '../providers/provider.ts';
import type { Connection } from '../store/connections/connections.ts';
import type { ProviderReport } from '../store/connections/provider-reports.ts';
import { AdminError, invalidField, missing } from './admin-error.ts';

/** In how many conversations of a channel the last message of a customer is searched. */
const MAX_CONVERSATIONS = 1_000;

const LISTED = '`wigwag admin connections list` lists them';

/**
 * Registers a provider app, whose secret signs callbacks.
 *
 * @param secrets.appSecret the secret of the app at the provider
 * @param secrets.verifyToken a random one by default
 * @returns the values that the operator enters at the provider
 */
export async function createProviderApp(
  app: App,
  { appSecret, verifyToken = randomText(32) }: { appSecret: string; verifyToken?: string },
): Promise<{ id: string; callbackUrl: string; verifyToken: string }> {
  const id = await app.store.transaction((tx) => createAppIn(app, tx, { appSecret, verifyToken }));
  return { id, callbackUrl: callbackUrlOf(app, id), verifyToken };
}

const callbackUrlOf = (app: App, id: string): string => app.publicUrl() + META_CALLBACKS.path(id);

/** Returns the registered apps and the addresses of their callbacks. */
export async function listProviderApps(app: App): Promise<{ id: string; callbackUrl: string }[]> {
  const apps = await app.store.read.connections.listAllProviderApps();
  return apps.map(({ id }) => ({ id, callbackUrl: callbackUrlOf(app, id) }));
}

/** @throws {AdminError} 404 if no such app of the provider is registered */
async function requireProviderApp(app: App, id: string): Promise<void> {
  if (!(await app.store.read.connections.findProviderApp(id))) {
    throw missing(`there is no app ${id}`, '`wigwag admin apps add` registers one');
  }
}

/** Returns the connections of an account, including inactive ones. */
export const listConnections = (app: App, accountId: number): Promise<Connection[]> =>
  app.store.read.connections.list(accountId);

/** Returns one connection. @throws {AdminError} 404 if the account does not have it */
export async function requireConnection(app: App, accountId: number, id: string): Promise<Connection> {
  const connection = await app.store.read.connections.find(accountId, id);
  if (!connection) {
    throw missing(`the account has no connection ${id}`, LISTED);
  }
  return connection;
}

/** How to read a token, and how to check it with the provider. */
export interface TokenOptions {
  /** Reads the access token. Called only after all other checks have passed. */
  readToken(): Promise<string>;
  /** Receives the findings of the check before anything is written. */
  onFindings(findings: readonly Finding[]): void;
  /** Whether to continue if the check finds faults. @default false */
  force?: boolean | undefined;
}

async function requireSound(app: App, connection: Connection, { force, onFindings }: TokenOptions): Promise<void> {
  const findings = await checkConnection(app, connection);
  onFindings(findings);
  if (findings.some(({ ok }) => !ok) && !force) {
    throw new AdminError('nothing was changed: fix the faults above, or add --force to continue anyway');
  }
}

/**
 * Connects a WhatsApp number, a Messenger page or an Instagram account, after checking it with the provider.
 *
 * @returns the ID of the connection, such as `wa_1`
 * @throws {AdminError} if the app is unknown, the number is already connected in this account or active in another one,
 * or the check finds a fault
 */
export async function connectProvider(
  app: App,
  connection: {
    accountId: number;
    channel: Exclude<Channel, 'web'>;
    name: string;
    providerAppId: string;
    /** Phone number ID, page ID or Instagram account ID. */
    providerId: string;
    /** The WhatsApp business account of the number; WhatsApp only. */
    wabaId?: string | undefined;
  },
  options: TokenOptions,
): Promise<string> {
  const { accountId, channel, providerAppId, providerId, wabaId } = connection;
  await requireProviderApp(app, providerAppId);
  if (channel === 'whatsapp' && wabaId === undefined) {
    throw invalidField('waba_id', 'is required on whatsapp: the WhatsApp business account of the number');
  }
  refuseKnown(await listConnections(app, accountId), providerId);
  const accessToken = await options.readToken();
  const candidate = {
    ...connection,
    id: 'new',
    isActive: true,
    wabaId: wabaId ?? null,
    accessToken: app.vault.seal(accessToken),
    unavailableUntil: null,
    origins: [],
  };
  // Before the search in other accounts, so that only a caller with a valid token learns that a number is connected.
  await requireSound(app, candidate, options);
  return app.store.transaction(async (tx) => {
    const connected = await tx.connections.lockProvider(providerId);
    refuseKnown(
      connected.filter((one) => one.accountId === accountId),
      providerId,
    );
    refuseActive(connected);
    return createIn(app, tx, { ...connection, accessToken });
  });
}

/** @throws {AdminError} if one of an account's connections has the number, page or account */
function refuseKnown(own: readonly Connection[], providerId: string): void {
  const known = own.find((one) => one.providerId === providerId);
  if (known) {
    throw new AdminError(`${known.id} is already connected to ${providerId}`, {
      hint: `\`wigwag admin connections set-token ${known.id}\` replaces its token`,
    });
  }
}

/** @throws {AdminError} if one of the connections is active. It does not say which, because it may be another account's */
function refuseActive(connections: readonly Connection[]): void {
  if (connections.some(({ isActive }) => isActive)) {
    throw new AdminError('this number, page or account is already connected to this server', {
      hint: 'ask the operator of the server to deactivate the other connection',
    });
  }
}

/** Returns a fault if another active connection has the same number, page or account, as earlier versions allowed. */
export async function sharedFindings(app: App, { id, isActive, providerId }: Connection): Promise<Finding[]> {
  const isShared =
    isActive &&
    (await app.store.read.connections.listShared()).some((one) => one.id !== id && one.providerId === providerId);
  return isShared
    ? [
        {
          ok: false,
          what: 'Another active connection of this server has the same number, page or account. The older one gets its callbacks.',
          fix: 'Deactivate one of them. Operators see both on the Installation page.',
        },
      ]
    : [];
}

/** Returns the active connections of each number, page or account that several connections have. */
export async function listShared(app: App): Promise<{ providerId: string; connections: Connection[] }[]> {
  const byId = Map.groupBy(await app.store.read.connections.listShared(), ({ providerId }) => providerId ?? '');
  return [...byId].map(([providerId, connections]) => ({ providerId, connections }));
}

/** Returns origins in their canonical form. @throws {AdminError} naming the first text that is not an origin */
function requireOrigins(texts: readonly string[]): string[] {
  return texts.map((text) => {
    const origin = parseOrigin(text);
    if (origin === undefined) {
      throw new AdminError(
        `an origin is https:// and a host, with an optional port, such as https://shop.example; not "${text}"`,
        { field: 'origins' },
      );
    }
    return origin;
  });
}

/**
 * Adds a web chat to an account.
 *
 * @param chat.origins the sites that may embed it; none by default
 * @returns the ID, the URL of its page, and the origins in their canonical form
 * @throws {AdminError} for a text that is not an origin
 */
export async function createWebChat(
  app: App,
  {
    accountId,
    name,
    origins: texts = [],
  }: { accountId: number; name: string; origins?: readonly string[] | undefined },
): Promise<{ id: string; page: string; origins: string[] }> {
  const origins = requireOrigins(texts);
  const id = await app.store.transaction((tx) => createIn(app, tx, { accountId, channel: 'web', name, origins }));
  return { id, page: webChatPage(app, id), origins };
}

/** Returns the URL of the page of a web chat. */
export const webChatPage = (app: App, id: string): string => app.publicUrl() + webchatPath(id);

/**
 * Replaces the sites that may embed a web chat.
 *
 * @returns the origins in their canonical form
 * @throws {AdminError} for a text that is not an origin, or if the connection is not a web chat of the account
 */
export async function setOrigins(
  app: App,
  accountId: number,
  connectionId: string,
  texts: readonly string[],
): Promise<string[]> {
  const origins = requireOrigins(texts);
  const connection = await app.store.read.connections.find(accountId, connectionId);
  if (connection?.channel !== 'web') {
    throw missing(`the account has no web chat ${connectionId}`, LISTED);
  }
  await app.store.transaction((tx) => tx.connections.setOrigins(accountId, connectionId, origins));
  return origins;
}

/**
 * Replaces the access token of a connection, after checking it with the provider.
 *
 * @param options.providerAppId moves the connection to another app of the provider
 * @throws {AdminError} if the connection or the app is unknown, or if the check finds a fault
 */
export async function setToken(
  app: App,
  accountId: number,
  connectionId: string,
  options: TokenOptions & { providerAppId?: string | undefined },
): Promise<void> {
  const connection = await requireConnection(app, accountId, connectionId);
  const { providerAppId } = options;
  if (providerAppId !== undefined) {
    await requireProviderApp(app, providerAppId);
  }
  const accessToken = app.vault.seal(await options.readToken());
  const candidate = { ...connection, accessToken, ...(providerAppId !== undefined && { providerAppId }) };
  await requireSound(app, candidate, options);
  await app.store.transaction((tx) => tx.connections.setToken(accountId, connectionId, accessToken, providerAppId));
}

/**
 * Sets whether the provider learns that messages were read.
 *
 * @throws {AdminError} 404 if the account does not have the connection, 422 for a web chat
 */
export async function setMarkAsRead(
  app: App,
  accountId: number,
  connectionId: string,
  isMarked: boolean,
): Promise<void> {
  const { channel } = await requireConnection(app, accountId, connectionId);
  if (channel === 'web') {
    throw invalidField('mark_as_read', 'needs a connection with a provider; a web chat has none');
  }
  await app.store.transaction((tx) => tx.connections.setMarkAsRead(accountId, connectionId, isMarked));
}

/** Returns what the provider last reported about each connection of an account, newest first. */
export async function listReports(app: App, accountId: number): Promise<Map<string, ProviderReport[]>> {
  return Map.groupBy(await app.store.read.providerReports.list(accountId), ({ connectionId }) => connectionId);
}

/** Returns when a callback last named each connection of an account. */
export const listLastCallbacks = (app: App, accountId: number): Promise<Map<string, number>> =>
  app.store.read.lastUses.list(accountId, 'callback');

/** Returns when a customer last wrote to each connection of an account, if it was recently. */
export async function listLastInbound(app: App, accountId: number): Promise<Map<string, number>> {
  const lists = await Promise.all(
    CHANNELS.map((channel) => app.store.read.conversations.listLastInbound(accountId, channel, MAX_CONVERSATIONS)),
  );
  return new Map(lists.flat().map(({ connectionId, at }) => [connectionId, at]));
}

/**
 * Activates or deactivates a connection.
 *
 * @throws {AdminError} 404 if the account does not have it, 422 if another active one has its number, page or account
 */
export async function setConnectionActive(
  app: App,
  accountId: number,
  connectionId: string,
  isActive: boolean,
): Promise<void> {
  const { providerId } = await requireConnection(app, accountId, connectionId);
  await app.store.transaction(async (tx) => {
    if (isActive && providerId !== null) {
      const connected = await tx.connections.lockProvider(providerId);
      if (!connected.some((one) => one.id === connectionId && one.isActive)) {
        refuseActive(connected);
      }
    }
    await tx.connections.setActive(accountId, connectionId, isActive);
  });
}

/**
 * Connects a channel to a business of the mock without a check, and returns the ID of the connection. The connection
 * may be inactive.
 */
export const connectBusiness = (
  app: App,
  accountId: number,
  channel: Channel,
  business: ProviderBusiness,
  isActive: boolean,
): Promise<string> =>
  app.store.transaction(async (tx) => {
    const line = { accountId, channel, name: `Another ${channel}`, ...providerSide(business, channel) };
    const id = await createIn(app, tx, line);
    await tx.connections.setActive(accountId, id, isActive);
    return id;
  });
