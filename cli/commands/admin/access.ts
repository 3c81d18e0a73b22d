import { type App, type Connection, isoOf, REQUESTS_PER_MINUTE } from '@wigwag/server';
import { UsageError } from '../../program/errors.ts';
import { requireSecret, requireSound } from './admin.ts';
import { type Output, print, printer, requireAccount, withAdmin } from './database.ts';
import { requireOrigins } from './origins.ts';

/** Never the key or its hash: a key is shown once, when it is made. */
export const listKeys = (flags: Output & { account: string }) =>
  withAdmin(async (app) => {
    const accountId = await requireAccount(app, flags.account);
    const printNext = printer(flags);
    for (const key of await app.store.read.keys.list(accountId)) {
      const { id, mode, scopes, allowedIps, requestsPerMinute, createdAt, revokedAt } = key;
      printNext({
        id,
        mode,
        scopes: scopes ?? ['*'], // as GET /me shows full access
        allowed_ips: allowedIps ?? ['*'],
        requests_per_minute: requestsPerMinute ?? REQUESTS_PER_MINUTE,
        created_at: isoOf(createdAt),
        revoked_at: revokedAt === null ? null : isoOf(revokedAt),
      });
    }
  });

export const revokeKey = (keyId: number, flags: Output & { account: string }) =>
  withAdmin(async (app) => {
    const accountId = await requireAccount(app, flags.account);
    const isThere = await app.store.transaction((tx) => tx.keys.revokeById(accountId, keyId, app.stamp()));
    if (!isThere) {
      throw new UsageError(`the account has no key ${keyId}; \`wigwag admin keys list\` lists them`);
    }
    print(flags, { id: keyId, revoked: true });
  });

async function requireConnection(app: App, accountId: number, id: string): Promise<Connection> {
  const connection = await app.store.read.connections.find(accountId, id);
  if (!connection) {
    throw new UsageError(`the account has no connection ${id}; \`wigwag admin connections list\` lists them`);
  }
  return connection;
}

export const listConnections = (flags: Output & { account: string }) =>
  withAdmin(async (app) => {
    const accountId = await requireAccount(app, flags.account);
    const printNext = printer(flags);
    for (const { id, channel, name, isActive, providerId, origins } of await app.store.read.connections.list(
      accountId,
    )) {
      const common = { connection_id: id, channel, name, is_active: isActive, provider_id: providerId };
      printNext({ ...common, ...(channel === 'web' && { origins }) });
    }
  });

/** A token that ran out is replaced by another one, and an app that was registered anew takes the place of the old one. */
export const setToken = (connectionId: string, flags: Output & { account: string; app?: string; force?: boolean }) =>
  withAdmin(async (app) => {
    const accountId = await requireAccount(app, flags.account);
    const connection = await requireConnection(app, accountId, connectionId);
    if (flags.app !== undefined && !(await app.store.read.connections.findProviderApp(flags.app))) {
      throw new UsageError(`there is no app ${flags.app}; \`wigwag admin apps add\` makes one`);
    }
    const accessToken = app.vault.seal(await requireSecret('WIGWAG_ACCESS_TOKEN', 'access token'));
    await requireSound(app, { ...connection, accessToken }, flags.force);
    await app.store.transaction((tx) => tx.connections.setToken(accountId, connectionId, accessToken, flags.app));
    print(flags, { connection_id: connectionId });
  });

/** Which sites may put a web chat on their pages, instead of those before. */
export const setOrigins = (connectionId: string, flags: Output & { account: string; set?: string[]; none?: boolean }) =>
  withAdmin(async (app) => {
    const accountId = await requireAccount(app, flags.account);
    if ((flags.set === undefined) === !flags.none) {
      throw new UsageError('give the sites with --set, or --none to keep the chat to our own page');
    }
    const origins = requireOrigins(flags.set);
    const connection = await app.store.read.connections.find(accountId, connectionId);
    if (connection?.channel !== 'web') {
      throw new UsageError(`the account has no web chat ${connectionId}; \`wigwag admin connections list\` lists them`);
    }
    await app.store.transaction((tx) => tx.connections.setOrigins(accountId, connectionId, origins));
    print(flags, { connection_id: connectionId, origins });
  });

const switchConnection = (isActive: boolean) => (connectionId: string, flags: Output & { account: string }) =>
  withAdmin(async (app) => {
    const accountId = await requireAccount(app, flags.account);
    await requireConnection(app, accountId, connectionId);
    await app.store.transaction((tx) => tx.connections.setActive(accountId, connectionId, isActive));
    print(flags, { connection_id: connectionId, is_active: isActive });
  });

export const activateConnection = switchConnection(true);
export const deactivateConnection = switchConnection(false);
