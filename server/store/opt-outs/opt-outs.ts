import type { Knex } from 'knex';
import { personListQueries } from './person-list.ts';

/** Returns the queries for people who receive no marketing (§2.10). */
export const optOutQueries = (db: Knex) => ({
  ...personListQueries(db, 'opt_outs', 'source'),

  /**
   * Removes the entries of these phone numbers that have one of these sources and are not newer than `until`, in
   * microseconds.
   */
  async removeOf(
    accountId: number,
    phones: readonly string[],
    sources: readonly string[],
    until: number,
  ): Promise<void> {
    await db('opt_outs')
      .where({ account_id: accountId })
      .whereIn('phone', phones)
      .whereIn('source', sources)
      .where('created_at', '<=', until)
      .delete();
  },
});
