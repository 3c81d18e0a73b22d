import type { Knex } from 'knex';
import { amongNumbers, distinctKeys, skipLocked } from '../engine/drivers/dialect.ts';
import { callbackIdAt } from '../engine/ids.ts';

/**
 * Returns the queries that delete data past its retention, a few rows at a time. Each returns the number of deleted
 * rows; fewer than `limit` means that none are left. `time` is in microseconds since the epoch; rows from that time or
 * later are kept.
 */
export const retentionQueries = (db: Knex) => ({
  /** Returns the accounts that have messages or deliveries older than `time`; most accounts have none. */
  async listAccounts(time: number): Promise<number[]> {
    const old = (table: 'messages' | 'deliveries') =>
      db(table).where('account_id', db.ref('accounts.id')).where('created_at', '<', time).select(db.raw('1'));
    return db('accounts').whereExists(old('messages')).orWhereExists(old('deliveries')).orderBy('id').pluck('id');
  },

  /** Deletes messages with their parts, and the quotes of them in conversations (§2.2). Unsent messages stay. */
  async deleteMessages(accountId: number, time: number, limit: number): Promise<number> {
    const old: { id: string; conversation_id: number | null }[] = await skipLocked(
      db,
      db('messages')
        .where({ account_id: accountId })
        .where('created_at', '<', time)
        .whereNot({ status: 'queued' })
        .orderBy('created_at')
        .limit(limit)
        .select('id', 'conversation_id'),
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
    return ids.length;
  },

  /** Deletes deliveries with their attempts. Deliveries that will still be retried automatically stay. */
  async deleteDeliveries(accountId: number, time: number, limit: number): Promise<number> {
    const old: { id: string }[] = await skipLocked(
      db,
      db('deliveries')
        .where({ account_id: accountId })
        .where('created_at', '<', time)
        .whereNot({ state: 'pending' })
        .orderBy('created_at')
        .limit(limit)
        .select('id'),
    );
    const ids = old.map(({ id }) => id);
    if (ids.length > 0) {
      await db('delivery_attempts').where({ account_id: accountId }).whereIn('delivery_id', ids).delete();
      await db('deliveries').where({ account_id: accountId }).whereIn('id', ids).delete();
    }
    return ids.length;
  },

  /** Deletes stored callbacks of providers. IDs sort by age. */
  deleteCallbacks(time: number, limit: number): Promise<number> {
    const old = skipLocked(
      db,
      db('callbacks').where('id', '<', callbackIdAt(time)).whereNot({ state: 'new' }).orderBy('id').limit(limit),
    ).select('id');
    return db('callbacks').whereIn('id', old).delete();
  },
});
