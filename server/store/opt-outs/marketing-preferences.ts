import type { Knex } from 'knex';
import { StaleFacts } from '../../engine/batching/stale-facts.ts';

/** A person's choice: no more marketing, or marketing again. */
export type MarketingPreference = 'stop' | 'resume';

/** The last choice of a person. */
export interface StoredPreference {
  accountId: number;
  phone: string;
  preference: MarketingPreference;
  /** In microseconds since the epoch. The times of providers are whole seconds. */
  at: number;
}

export const marketingPreferenceQueries = (db: Knex) => ({
  /** Returns a person's last choice, and locks it until the transaction ends. */
  async lock(accountId: number, phone: string): Promise<StoredPreference | undefined> {
    const row = await db('marketing_wishes').where({ account_id: accountId, phone }).forUpdate().first();
    return row && { accountId, phone, preference: row.wish as MarketingPreference, at: row.at };
  },

  /** Stores a person's choice. @throws {StaleFacts} if another session has just stored a later one */
  async put({ accountId, phone, preference, at }: StoredPreference): Promise<void> {
    const rows = await db('marketing_wishes')
      .insert({ account_id: accountId, phone, wish: preference, at })
      .onConflict(['account_id', 'phone'])
      .merge(['wish', 'at'])
      .whereRaw('marketing_wishes.at <= excluded.at')
      .returning('at');
    if (rows.length === 0) {
      throw new StaleFacts('another session has stored a later choice');
    }
  },
});
