import type { Knex } from 'knex';
import { insertNumbered } from '../../engine/drivers/insert.ts';
import { type AccountRow, type ApiKeyRow, isRowId } from '../tables.ts';
import { type Account, accountOf } from './accounts.ts';

export interface ApiKey {
  id: number;
  accountId: number;
  mode: 'live' | 'test';
  /** null for full access. */
  scopes: readonly string[] | null;
  /** Addresses and CIDRs; null for any. */
  allowedIps: readonly string[] | null;
  requestsPerMinute: number | null;
  /** When the key stops working, in microseconds since the epoch. After a rotation this can be in the future. */
  revokedAt: number | null;
}

/** A key as the operator sees it, without its secret. Times are in microseconds since the epoch. */
export interface ListedKey extends ApiKey {
  createdAt: number;
  /** What people call it. */
  name: string | null;
}

const list = (json: string | null): readonly string[] | null => (json === null ? null : (JSON.parse(json) as string[]));

const keyOf = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  accountId: row.account_id,
  mode: row.mode,
  scopes: list(row.scopes),
  allowedIps: list(row.allowed_ips),
  requestsPerMinute: row.requests_per_minute,
  revokedAt: row.revoked_at,
});

/** A key and the account that owns it. */
export interface Owned {
  key: ApiKey;
  account: Account;
  /** Changes whenever the key or the account changes. Set only if the lookup also counts requests (callers.ts). */
  version?: string | undefined;
}

/** A key joined with its account. Columns with the same name hold the account's values. */
export type OwnedRow = ApiKeyRow & AccountRow & { key_id: number; version?: string };

/** Selects the keys with these hashes, each with its account; keys are stored only as hashes (§5.2). */
export const keysByHash = (db: Knex, hashes: readonly string[]) =>
  db('api_keys')
    .join('accounts', 'accounts.id', 'api_keys.account_id')
    .whereIn('hash', hashes)
    .select('api_keys.*', 'api_keys.id as key_id', 'accounts.*') as Knex.QueryBuilder<
    ApiKeyRow & AccountRow,
    OwnedRow[]
  >;

/** Returns the keys and their accounts, indexed by the hash of the key. */
export const ownedOf = (rows: readonly OwnedRow[]): Map<string, Owned> =>
  new Map(
    rows.map((row) => [
      row.hash,
      { key: keyOf({ ...row, id: row.key_id }), account: accountOf(row), version: row.version },
    ]),
  );

export const keyQueries = (db: Knex) => ({
  insert: (key: Omit<ApiKey, 'id'> & { hash: string; name: string | null }, createdAt: number): Promise<number> =>
    insertNumbered(db, 'api_keys', {
      account_id: key.accountId,
      hash: key.hash,
      mode: key.mode,
      scopes: key.scopes && JSON.stringify(key.scopes),
      allowed_ips: key.allowedIps && JSON.stringify(key.allowedIps),
      requests_per_minute: key.requestsPerMinute,
      revoked_at: key.revokedAt,
      created_at: createdAt,
      key_name: key.name,
    }),

  /** Returns the key with this hash and its account. */
  async findByHash(hash: string): Promise<Owned | undefined> {
    return ownedOf(await keysByHash(db, [hash])).get(hash);
  },

  /** Returns every key of an account, including revoked keys, oldest first. */
  async list(accountId: number): Promise<ListedKey[]> {
    const rows = await db('api_keys').where({ account_id: accountId }).orderBy('id');
    return rows.map((row) => ({ ...keyOf(row), createdAt: row.created_at, name: row.key_name }));
  },

  /**
   * Revokes a key at a time and returns whether the account has such a key. A key that is revoked earlier keeps its
   * time.
   */
  async revokeById(accountId: number, id: number, at: number): Promise<boolean> {
    const own = { account_id: accountId, id };
    if (!isRowId(id) || !(await db('api_keys').where(own).first('id'))) {
      return false;
    }
    await db('api_keys')
      .where(own)
      .where((key) => key.whereNull('revoked_at').orWhere('revoked_at', '>', at))
      .update({ revoked_at: at });
    return true;
  },

  /** Revokes a key and returns whether it existed. */
  revoke: async (hash: string, at: number): Promise<boolean> =>
    (await db('api_keys').where({ hash }).update({ revoked_at: at })) > 0,
});
