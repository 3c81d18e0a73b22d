import type { Knex } from 'knex';
import { amongValues, insertRows } from '../drivers/dialect.ts';
import type { CallbackRow } from '../tables.ts';

/** A callback before it is processed. */
export interface NewCallback {
  id: string;
  providerAppId: string;
  body: string;
  /** In microseconds since the epoch. */
  receivedAt: number;
}

const callbackRow = ({ id, providerAppId, body, receivedAt }: NewCallback) => ({
  id,
  provider_app_id: providerAppId,
  body,
  state: 'new',
  received_at: receivedAt,
});

export type CallbackQueries = ReturnType<typeof callbackQueries>;

/** Returns the queries for callbacks, which are stored unchanged until they are processed. */
export const callbackQueries = (db: Knex) => ({
  async insertAll(callbacks: readonly NewCallback[]): Promise<void> {
    await insertRows(db, 'callbacks', callbacks.map(callbackRow));
  },

  list: (ids: readonly string[]): Promise<CallbackRow[]> => amongValues(db('callbacks'), 'id', ids),

  /** Marks callbacks as processed. `problem` lists the items that could not be processed. */
  async finish(processed: readonly { id: string; problem: string | null }[]): Promise<void> {
    const finish = ([problem, own]: [string | null, readonly { id: string }[]]) =>
      amongValues(
        db('callbacks'),
        'id',
        own.map(({ id }) => id),
      ).update({ state: problem === null ? 'done' : 'failed', problem });
    await Promise.all([...Map.groupBy(processed, (callback) => callback.problem)].map(finish));
  },

  /** Replaces the body of a callback. */
  async setBody(id: string, body: string): Promise<void> {
    await db('callbacks').where({ id }).update({ body });
  },

  /** Deletes callbacks. */
  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) {
      await amongValues(db('callbacks'), 'id', ids).delete();
    }
  },
});
