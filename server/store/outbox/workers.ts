import type { Knex } from 'knex';

/** By the clock of the database: those of the workers may differ. In microseconds. */
const NOW = '(extract(epoch from clock_timestamp()) * 1000000)::bigint';

export type WorkerQueries = ReturnType<typeof workerQueries>;

/** Which workers are alive, on PostgreSQL; a SQLite file has one. */
export const workerQueries = (db: Knex) => ({
  /** A sign of life. */
  async noteAlive(id: string): Promise<void> {
    await db('workers')
      .insert({ id, seen_at: db.raw(NOW) as unknown as number })
      .onConflict('id')
      .merge();
  },

  /** Forgets the others that gave no sign of life for so long, in microseconds, and gives their ids. */
  async forgetSilent(self: string, longest: number): Promise<string[]> {
    const rows = await db('workers')
      .whereNot({ id: self })
      .whereRaw(`seen_at < ${NOW} - ?`, [longest])
      .delete()
      .returning('id');
    return rows.map(({ id }) => id);
  },

  async forget(id: string): Promise<void> {
    await db('workers').where({ id }).delete();
  },
});
