import { REQUESTS_PER_MINUTE, SCOPES } from '@wigwag/openapi';
import type { App } from '../app.ts';
import { createKey as createIn, type NewKey } from '../domain/account/create-key.ts';
import { parseNetwork } from '../process/config.ts';
import { hashOf } from '../secrets.ts';
import type { ListedKey } from '../store/account/keys.ts';
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
  return app.store.transaction(async (tx) => {
    const text = await createIn(app, tx, key);
    const created = await tx.keys.findByHash(hashOf(text));
    if (!created) {
      throw new Error('the new key cannot be read');
    }
    return { id: created.key.id, key: text };
  });
}

/** Returns the keys of an account, including revoked ones, oldest first, without their secrets. */
export async function listKeys(app: App, accountId: number): Promise<(ListedKey & { requestsPerMinute: number })[]> {
  const keys = await app.store.read.keys.list(accountId);
  return keys.map((key) => ({ ...key, requestsPerMinute: key.requestsPerMinute ?? REQUESTS_PER_MINUTE }));
}

/**
 * Revokes a key by its number. A key that is already revoked keeps its revocation time. @throws {AdminError} 404 if the
 * key does not exist
 */
export async function revokeKey(app: App, accountId: number, keyId: number): Promise<void> {
  if (!(await app.store.transaction((tx) => tx.keys.revokeById(accountId, keyId, app.monotonicNow())))) {
    throw missing(`the account has no key ${keyId}`, '`wigwag admin keys list` lists them');
  }
}

/** Revokes a key by its text. @throws {AdminError} 404 if the key does not exist */
export async function revokeKeyText(app: App, key: string): Promise<void> {
  if (!(await app.store.transaction((tx) => tx.keys.revoke(hashOf(key), app.monotonicNow())))) {
    throw missing('there is no such key');
  }
}
