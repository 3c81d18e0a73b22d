import { isoOf, parseOrigin } from '@wigwag/server';
import { UsageError } from '../errors.ts';
import { type Output, print, requireAccount, withAdmin } from './admin-database.ts';

/** Never the key or its hash: a key is shown once, when it is made. */
export const listKeys = (flags: Output & { account: string }) =>
  withAdmin(async (app) => {
    const accountId = await requireAccount(app, flags.account);
    for (const { id, mode, scopes, createdAt, revokedAt } of await app.store.read.keys.list(accountId)) {
      print(flags, {
        id,
        mode,
        scopes: scopes ?? ['*'], // as GET /me shows full access
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

export const listConnections = (flags: Output & { account: string }) =>
  withAdmin(async (app) => {
    const accountId = await requireAccount(app, flags.account);
    for (const { id, channel, name, isActive, providerId, origins } of await app.store.read.connections.list(
      accountId,
    )) {
      const common = { connection_id: id, channel, name, is_active: isActive, provider_id: providerId };
      print(flags, { ...common, ...(channel === 'web' && { origins }) });
    }
  });

/** @throws {UsageError} naming the first that is none */
export function requireOrigins(texts: readonly string[] = []): string[] {
  return texts.map((text) => {
    const origin = parseOrigin(text);
    if (origin === undefined) {
      throw new UsageError(
        `an origin is https:// and a host, perhaps with a port, as https://shop.example; not "${text}"`,
      );
    }
    return origin;
  });
}

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
    if (!(await app.store.read.connections.find(accountId, connectionId))) {
      throw new UsageError(
        `the account has no connection ${connectionId}; \`wigwag admin connections list\` lists them`,
      );
    }
    await app.store.transaction((tx) => tx.connections.setActive(accountId, connectionId, isActive));
    print(flags, { connection_id: connectionId, is_active: isActive });
  });

export const activateConnection = switchConnection(true);
export const deactivateConnection = switchConnection(false);
