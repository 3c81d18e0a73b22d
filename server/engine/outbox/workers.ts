import type { Knex } from 'knex';
import { skipLocked } from '../drivers/dialect.ts';

/** The time by the database clock, in microseconds, since the clocks of the workers may differ. */
const NOW = '(extract(epoch from clock_timestamp()) * 1000000)::bigint';

/** Returns the queries for live workers. Only PostgreSQL needs them, since a SQLite file has one worker. */
export const workerQueries = (db: Knex) => ({
  /** Returns when a worker sent its last heartbeat, in microseconds; undefined if it has sent none. */
  async lastSeen(id: string): Promise<number | undefined> {
    const row = await db('workers').where({ id }).first('seen_at');
    return row && Number(row.seen_at);
  },

  /** Records a heartbeat, and returns its time by the database clock, in microseconds. */
  async noteAlive(id: string): Promise<number> {
    const [row] = await db('workers')
      .insert({ id, seen_at: db.raw(NOW) as unknown as number })
      .onConflict('id')
      .merge()
      .returning('seen_at');
    return Number(row?.seen_at);
  },

  /** Deletes other workers that have sent no heartbeat for `longest` microseconds, and returns their IDs. */
  async forgetSilent(self: string, longest: number): Promise<string[]> {
    const silent = db('workers').whereNot({ id: self }).whereRaw(`seen_at < ${NOW} - ?`, [longest]);
    const ids: string[] = await skipLocked(db, silent).pluck('id');
    if (ids.length > 0) {
      await db('workers').whereIn('id', ids).delete();
    }
    return ids;
  },

  /** Returns how many workers have sent a heartbeat in the last `longest` microseconds. */
  async countAlive(longest: number): Promise<number> {
    const row = await db('workers').whereRaw(`seen_at >= ${NOW} - ?`, [longest]).count({ count: '*' }).first();
    return Number(row?.count);
  },

  async forget(id: string): Promise<void> {
    await db('workers').where({ id }).delete();
  },
});
