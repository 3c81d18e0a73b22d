import type { Knex } from 'knex';
import type { SavedReplyRow } from '../tables.ts';

/** A text that a team has saved to use it again. */
export interface SavedReply {
  name: string;
  text: string;
}

const savedReplyOf = ({ name, reply }: SavedReplyRow): SavedReply => ({ name, text: reply });

export const savedReplyQueries = (db: Knex) => ({
  /** Returns the saved replies of an account, by name. */
  list: async (accountId: number, limit: number): Promise<SavedReply[]> =>
    (await db('saved_replies').where({ account_id: accountId }).orderBy('name').limit(limit)).map(savedReplyOf),

  async find(accountId: number, name: string): Promise<SavedReply | undefined> {
    const row = await db('saved_replies').where({ account_id: accountId, name }).first();
    return row && savedReplyOf(row);
  },

  /** Saves a text. One with the same name is replaced. */
  async put(accountId: number, { name, text }: SavedReply): Promise<void> {
    await db('saved_replies')
      .insert({ account_id: accountId, name, reply: text })
      .onConflict(['account_id', 'name'])
      .merge(['reply']);
  },

  async delete(accountId: number, name: string): Promise<void> {
    await db('saved_replies').where({ account_id: accountId, name }).delete();
  },
});
