import type { Knex } from 'knex';
import { amongNumbers, amongValues, distinctKeys, skipLocked } from '../engine/drivers/dialect.ts';
import { callbackIdAt } from '../engine/ids.ts';

/** What one call deleted. If there are fewer than `limit` rows, none are left. */
export interface Deleted<Position> {
  count: number;
  /** The position of the last row, from which the next call continues; undefined if there was none. */
  last: Position | undefined;
}

/**
 * Returns the queries that delete data past its retention, a few rows at a time, the oldest first. `time` is in
 * microseconds since the epoch; rows from that time or later are kept. `from` is the position of the last row of the
 * previous call: until the next vacuum, an index still has the deleted rows, and a call would read all of them again.
 */
export const retentionQueries = (db: Knex) => ({
  /** Returns the accounts that have messages or deliveries older than `time`; most accounts have none. */
  async listAccounts(time: number): Promise<number[]> {
    const old = (table: 'messages' | 'deliveries') =>
      db(table).where('account_id', db.ref('accounts.id')).where('created_at', '<', time).select(db.raw('1'));
    return db('accounts').whereExists(old('messages')).orWhereExists(old('deliveries')).orderBy('id').pluck('id');
  },

  /** Deletes messages with their parts, and the quotes of them in conversations (§2.2). Unsent messages stay. */
  async deleteMessages(accountId: number, time: number, limit: number, from = 0): Promise<Deleted<number>> {
    const old: { id: string; conversation_id: number | null; created_at: number }[] = await skipLocked(
      db,
      db('messages')
        .where({ account_id: accountId })
        .where('created_at', '>=', from)
        .where('created_at', '<', time)
        .whereNot({ status: 'queued' })
        .orderBy('created_at')
        .limit(limit)
        .select('id', 'conversation_id', 'created_at'),
    );
    const ids = old.map(({ id }) => id);
    const conversations = distinctKeys(
      old.flatMap(({ conversation_id: id }) => (id === null ? [] : [{ accountId, id }])),
    );
    if (ids.length > 0) {
      await db('message_parts').where({ account_id: accountId }).whereIn('message_id', ids).delete();
      await db('messages').where({ account_id: accountId }).whereIn('id', ids).delete();
    }
    if (conversations.length > 0) {
      // With `id in (...)`, SQLite would read all conversations whose last message is this old.
      await amongNumbers(db('conversations'), conversations)
        .where('last_message_at', '<', time)
        .update({ last_message_text: null });
    }
    return { count: old.length, last: old.at(-1)?.created_at };
  },

  /** Deletes deliveries with their attempts. Deliveries that will still be retried automatically stay. */
  async deleteDeliveries(accountId: number, time: number, limit: number, from = 0): Promise<Deleted<number>> {
    const old: { id: string; created_at: number }[] = await skipLocked(
      db,
      db('deliveries')
        .where({ account_id: accountId })
        .where('created_at', '>=', from)
        .where('created_at', '<', time)
        .whereNot({ state: 'pending' })
        .orderBy('created_at')
        .limit(limit)
        .select('id', 'created_at'),
    );
    const ids = old.map(({ id }) => id);
    if (ids.length > 0) {
      await db('delivery_attempts').where({ account_id: accountId }).whereIn('delivery_id', ids).delete();
      await db('deliveries').where({ account_id: accountId }).whereIn('id', ids).delete();
    }
    return { count: old.length, last: old.at(-1)?.created_at };
  },

  /** Deletes stored callbacks of providers. IDs sort by age. */
  async deleteCallbacks(time: number, limit: number, from = ''): Promise<Deleted<string>> {
    const old: { id: string }[] = await skipLocked(
      db,
      db('callbacks')
        .where('id', '>=', from)
        .where('id', '<', callbackIdAt(time))
        .whereNot({ state: 'new' })
        .orderBy('id')
        .limit(limit)
        .select('id'),
    );
    const ids = old.map(({ id }) => id);
    if (ids.length > 0) {
      await amongValues(db('callbacks'), 'id', ids).delete();
    }
    return { count: ids.length, last: ids.at(-1) };
  },
});
