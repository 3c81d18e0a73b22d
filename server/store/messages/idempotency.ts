import { randomBytes } from 'node:crypto';
import { BODY_MAX_KIBIBYTES } from '@wigwag/openapi';
import type { Knex } from 'knex';
import { StaleFacts } from '../../engine/batching/stale-facts.ts';
import { among, skipLocked } from '../../engine/drivers/dialect.ts';
import type { Deleted } from '../retention.ts';
import type { IdempotencyRow } from '../tables.ts';

/** Identifies one request: the scope names the account and the endpoint; the caller provides the key. */
export interface IdempotencyKey {
  accountId: number;
  scope: string;
  key: string;
}

/** Encodes a key as one string. */
export const idempotencyKeyString = ({ accountId, scope, key }: IdempotencyKey): string =>
  JSON.stringify([accountId, scope, key]);

/** A request that holds the key until `expiresAt`, inclusive, and its response. */
export interface Reservation {
  key: IdempotencyKey;
  requestHash: string;
  requestId: string;
  expiresAt: number;
  status: number;
  data: unknown;
}

const keyOf = ({ key }: Reservation): string => idempotencyKeyString(key);

const reservationRow = ({ key, requestHash, requestId, expiresAt, status, data }: Reservation) => ({
  account_id: key.accountId,
  scope: key.scope,
  key: key.key,
  request_hash: requestHash,
  request_id: requestId,
  expires_at: expiresAt,
  status,
  data: JSON.stringify(data),
});

const reservationOf = (row: IdempotencyRow): Reservation => ({
  key: { accountId: row.account_id, scope: row.scope, key: row.key },
  requestHash: row.request_hash,
  requestId: row.request_id,
  expiresAt: row.expires_at,
  status: row.status ?? 0,
  data: row.data === null ? undefined : JSON.parse(row.data),
});

export const idempotencyQueries = (db: Knex) => {
  const where = ({ accountId, scope, key }: IdempotencyKey) =>
    db('idempotency').where({ account_id: accountId, scope, key });

  return {
    /** Returns the reservations of these keys, including expired ones. */
    async list(keys: readonly IdempotencyKey[]): Promise<Reservation[]> {
      if (keys.length === 0) {
        return [];
      }
      const rows = await among(
        db('idempotency'),
        { account_id: 'integer', scope: 'text', key: 'text' },
        keys.map(({ accountId, scope, key }) => [accountId, scope, key]),
      );
      return rows.map(reservationOf);
    },

    /**
     * Reserves keys that are free at `now`, and stores the responses. A concurrent transaction that reserves one of the
     * keys waits here until this one ends.
     *
     * @throws {StaleFacts} if another request has one of the keys
     */
    async reserve(reservations: readonly Reservation[], now: number): Promise<void> {
      if (reservations.length === 0) {
        return;
      }
      const rows = await db('idempotency')
        // In a fixed order, so that two transactions that reserve the same keys cannot deadlock.
        .insert(reservations.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)).map(reservationRow))
        .onConflict(['account_id', 'scope', 'key'])
        .merge()
        .where('idempotency.expires_at', '<', now)
        .returning('key');
      if (rows.length < reservations.length) {
        throw new StaleFacts('another request has the key');
      }
    },

    /** Returns whether any request currently holds the key, whatever its body. */
    async has(key: IdempotencyKey, now: number): Promise<boolean> {
      return (await where(key).where('expires_at', '>=', now).first('key')) !== undefined;
    },

    /** Deletes up to `limit` expired rows, as the queries of `retention.ts` do. */
    async deleteExpired(now: number, limit: number, from = 0): Promise<Deleted<number>> {
      const old: { account_id: number; scope: string; key: string; expires_at: number }[] = await skipLocked(
        db,
        db('idempotency')
          .where('expires_at', '>=', from)
          .where('expires_at', '<', now)
          .orderBy('expires_at')
          .limit(limit)
          .select('account_id', 'scope', 'key', 'expires_at'),
      );
      if (old.length > 0) {
        await among(
          db('idempotency'),
          { account_id: 'integer', scope: 'text', key: 'text' },
          old.map(({ account_id, scope, key }) => [account_id, scope, key]),
        ).delete();
      }
      return { count: old.length, last: old.at(-1)?.expires_at };
    },
  };
};

/** As large as the largest request, and incompressible. */
const sample = (): string => randomBytes((BODY_MAX_KIBIBYTES * 1024 * 3) / 4).toString('base64');

/**
 * Writes a row without effect: a stored response that has no account and has already expired. The next sweep removes
 * it.
 */
export const writeSample = (db: Knex): Promise<void> =>
  idempotencyQueries(db).reserve(
    [
      {
        key: { accountId: 0, scope: 'sample', key: 'sample' },
        requestHash: '',
        requestId: '',
        expiresAt: 0,
        status: 0,
        data: sample(),
      },
    ],
    1,
  );
