import { REQUESTS_PER_MINUTE, SCOPES } from '@wigwag/openapi';
import type { App } from '../app/app.ts';
import { hashOf } from '../base/secrets.ts';
import { parseNetwork } from '../config/config.ts';
import { createKey as createIn, type NewKey } from '../domain/account/create-key.ts';
import type { ListedKey } from '../store/account/keys.ts';
import type { Tx } from '../store/index.ts';
import { AdminError, missing } from './admin-error.ts';

/**
 * Creates a key. Its text is returned only here, because the database stores only a hash (§5.2).
 *
 * @throws {AdminError} for an unknown scope, or for a text that is neither an IP address nor a CIDR range
 */
export async function createKey(app: App, key: NewKey): Promise<{ id: number; key: string }> {
  const scope = key.scopes?.find((one) => !SCOPES.some((known) => known === one));
  if (scope !== undefined) {
    throw new AdminError(`there is no scope ${scope}; the scopes are: ${SCOPES.join(', ')}`, { field: 'scopes' });
  }
  const address = key.allowedIps?.find((one) => parseNetwork(one) === undefined);
  if (address !== undefined) {
    throw new AdminError(`${address} is neither an IP address nor a CIDR range`, { field: 'allowed_ips' });
  }
  return app.store.transaction((tx) => createdIn(app, tx, key));
}

/** Creates a key in a transaction, and returns its number and its text. */
async function createdIn(app: App, tx: Tx, key: NewKey): Promise<{ id: number; key: string }> {
  const text = await createIn(app, tx, key);
  const created = await tx.keys.findByHash(hashOf(text));
  if (!created) {
    throw new Error('the new key cannot be read');
  }
  return { id: created.key.id, key: text };
}

/** A key with its rate limit, and when it was last used. */
type UsedKey = ListedKey & { requestsPerMinute: number; lastUsedAt: number | null };

/** Returns the keys of an account, including revoked ones, oldest first, without their secrets. */
export async function listKeys(app: App, accountId: number): Promise<UsedKey[]> {
  const [keys, uses] = [
    await app.store.read.keys.list(accountId),
    await app.store.read.lastUses.list(accountId, 'key'),
  ];
  return keys.map((key) => ({
    ...key,
    requestsPerMinute: key.requestsPerMinute ?? REQUESTS_PER_MINUTE,
    lastUsedAt: uses.get(String(key.id)) ?? null,
  }));
}

/** What replaced a key, and until when the old key works, in microseconds since the epoch. */
export interface RotatedKey {
  id: number;
  key: string;
  replaces: { id: number; revokedAt: number };
}

/**
 * Creates a key with the name, the mode, the scopes, the addresses and the rate limit of another one, which stops working later.
 * The new key's text is returned only here.
 *
 * @param validSeconds how long the old key still works
 * @throws {AdminError} 404 if the key does not exist, 422 if it is revoked
 */
export async function rotateKey(app: App, accountId: number, keyId: number, validSeconds: number): Promise<RotatedKey> {
  return app.store.transaction(async (tx) => {
    const old = (await tx.keys.list(accountId)).find(({ id }) => id === keyId);
    if (!old) {
      throw missingKey(keyId);
    }
    const now = app.monotonicNow();
    if (old.revokedAt !== null && old.revokedAt <= now) {
      throw new AdminError(`key ${keyId} is revoked`, { hint: '`wigwag admin keys add` creates a key' });
    }
    const { mode, scopes, allowedIps, requestsPerMinute, name } = old;
    const created = await createdIn(app, tx, {
      accountId,
      mode,
      scopes: scopes ?? undefined,
      allowedIps: allowedIps ?? undefined,
      requestsPerMinute: requestsPerMinute ?? undefined,
      name: name ?? undefined,
    });
    const revokedAt = Math.min(old.revokedAt ?? Number.POSITIVE_INFINITY, now + validSeconds * 1_000_000);
    await tx.keys.revokeById(accountId, keyId, revokedAt);
    return { ...created, replaces: { id: keyId, revokedAt } };
  });
}

const missingKey = (keyId: number): AdminError =>
  missing(`the account has no key ${keyId}`, '`wigwag admin keys list` lists them');

/**
 * Revokes a key by its number. A key that is already revoked keeps its revocation time. @throws {AdminError} 404 if the
 * key does not exist
 */
export async function revokeKey(app: App, accountId: number, keyId: number): Promise<void> {
  if (!(await app.store.transaction((tx) => tx.keys.revokeById(accountId, keyId, app.monotonicNow())))) {
    throw missingKey(keyId);
  }
}

/** Revokes a key by its text. @throws {AdminError} 404 if the key does not exist */
export async function revokeKeyText(app: App, key: string): Promise<void> {
  if (!(await app.store.transaction((tx) => tx.keys.revoke(hashOf(key), app.monotonicNow())))) {
    throw missing('there is no such key');
  }
}

/** Returns whether the database has a key, by its text. It may be revoked. */
export const hasKeyText = async (app: App, key: string): Promise<boolean> =>
  (await app.store.read.keys.findByHash(hashOf(key))) !== undefined;
