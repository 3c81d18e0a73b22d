import { isoOf } from '@wigwag/server';
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
    for (const { id, channel, name, isActive, providerId } of await app.store.read.connections.list(accountId)) {
      print(flags, { connection_id: id, channel, name, is_active: isActive, provider_id: providerId });
    }
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
