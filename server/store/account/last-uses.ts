import type { Knex } from 'knex';
import type { LastUseRow } from '../tables.ts';

/** A key that was used, or a connection that a callback named. */
export interface LastUse {
  accountId: number;
  kind: 'key' | 'callback';
  /** The ID of the key or of the connection. */
  subject: string;
  /** In microseconds since the epoch. */
  at: number;
}

const rowOf = ({ accountId, kind, subject, at }: LastUse): LastUseRow => ({ account_id: accountId, kind, subject, at });

export const lastUseQueries = (db: Knex) => ({
  /** Stores uses, unless a later one is stored. Each key and connection may be among them once. */
  async store(uses: readonly LastUse[]): Promise<void> {
    await db('last_uses')
      .insert(uses.map(rowOf))
      .onConflict(['account_id', 'kind', 'subject'])
      .merge(['at'])
      .where('last_uses.at', '<', db.ref('excluded.at'));
  },

  /** Returns the last uses of an account, by ID of the key or of the connection. */
  async list(accountId: number, kind: LastUse['kind']): Promise<Map<string, number>> {
    const rows = await db('last_uses').where({ account_id: accountId, kind }).select('subject', 'at');
    return new Map(rows.map(({ subject, at }) => [subject, at]));
  },
});
