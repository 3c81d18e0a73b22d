import type { Knex } from 'knex';
import { skipLocked } from '../drivers/dialect.ts';

/** Identifies one request: the scope names the account and the endpoint; the caller provides the key. */
export interface IdempotencyKey {
  accountId: number;
  scope: string;
  key: string;
}

/** A request that holds the key until `expiresAt`, inclusive. `response` is set once it is known. */
export interface Reservation {
  key: IdempotencyKey;
  requestHash: string;
  requestId: string;
  expiresAt: number;
  response?: { status: number; data: unknown };
}

export const reservationRow = ({ key, requestHash, requestId, expiresAt, response }: Reservation) => ({
  account_id: key.accountId,
  scope: key.scope,
  key: key.key,
  request_hash: requestHash,
  request_id: requestId,
  expires_at: expiresAt,
  status: response?.status ?? null,
  data: JSON.stringify(response?.data ?? null),
});

/** The first response to a request, stored so that it can be replayed. */
interface KeptResponse {
  requestHash: string;
  status: number;
  data: unknown;
  requestId: string;
}

export type IdempotencyQueries = ReturnType<typeof idempotencyQueries>;

export const idempotencyQueries = (db: Knex) => {
  const where = ({ accountId, scope, key }: IdempotencyKey) =>
    db('idempotency').where({ account_id: accountId, scope, key });

  return {
    /**
     * Reserves the key for this transaction; returns false if another request has it. A concurrent transaction that
     * reserves the same key waits here until this one ends.
     */
    async reserve(reservation: Reservation, now: number): Promise<boolean> {
      await where(reservation.key).where('expires_at', '<', now).delete();
      const rows = await db('idempotency')
        .insert(reservationRow(reservation))
        .onConflict(['account_id', 'scope', 'key'])
        .ignore()
        .returning('key');
      return rows.length > 0;
    },

    async keep(key: IdempotencyKey, status: number, data: unknown): Promise<void> {
      await where(key).update({ status, data: JSON.stringify(data) });
    },

    /** Returns whether any request currently holds the key, whatever its body. */
    async has(key: IdempotencyKey, now: number): Promise<boolean> {
      return (await where(key).where('expires_at', '>=', now).first('key')) !== undefined;
    },

    /** Deletes up to `limit` expired rows and returns how many. */
    deleteExpired(now: number, limit: number): Promise<number> {
      const old = skipLocked(
        db,
        db('idempotency').select('account_id', 'scope', 'key').where('expires_at', '<', now).limit(limit),
      );
      return db('idempotency').whereIn(['account_id', 'scope', 'key'], old).delete();
    },

    async find(key: IdempotencyKey): Promise<KeptResponse | undefined> {
      const row = await where(key).first();
      return (
        row && {
          requestHash: row.request_hash,
          status: row.status ?? 0,
          data: row.data === null ? undefined : JSON.parse(row.data),
          requestId: row.request_id,
        }
      );
    },
  };
};
