import type { Knex } from 'knex';

/** A person's choice: no more marketing, or marketing again. */
export type MarketingPreference = 'stop' | 'resume';

export const marketingPreferenceQueries = (db: Knex) => ({
  /**
   * Stores a person's choice. Returns false if it is a repeat, or if a later choice of the person is already stored. Times
   * are whole seconds. If two choices have the same second, the one that arrives later applies.
   *
   * @param at in microseconds since the epoch
   * @param mayRepeat whether the same choice at the same time is a repeat
   */
  async put(
    accountId: number,
    phone: string,
    preference: MarketingPreference,
    at: number,
    mayRepeat: boolean,
  ): Promise<boolean> {
    const rows = await db('marketing_wishes')
      .insert({ account_id: accountId, phone, wish: preference, at })
      .onConflict(['account_id', 'phone'])
      .merge(['wish', 'at'])
      .whereRaw(
        mayRepeat
          ? `marketing_wishes.at < excluded.at
             or (marketing_wishes.at = excluded.at and marketing_wishes.wish <> excluded.wish)`
          : 'marketing_wishes.at <= excluded.at',
      )
      .returning('at');
    return rows.length > 0;
  },
});
