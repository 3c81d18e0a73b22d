import type { Knex } from 'knex';

/** A text that a team has saved to use it again. */
export interface SavedReply {
  name: string;
  text: string;
}

export const savedReplyQueries = (db: Knex) => ({
  async list(accountId: number, limit: number): Promise<SavedReply[]> {
    const rows = await db('saved_replies').where({ account_id: accountId }).orderBy('name').limit(limit);
    return rows.map(({ name, reply }) => ({ name, text: reply }));
  },

  /** Saves a text. One with the same name is replaced. */
  async put(accountId: number, { name, text }: SavedReply): Promise<void> {
    await db('saved_replies')
      .insert({ account_id: accountId, name, reply: text })
      .onConflict(['account_id', 'name'])
      .merge(['reply']);
  },

  /** Deletes a saved reply, and returns whether there was one. */
  delete: async (accountId: number, name: string): Promise<boolean> =>
    (await db('saved_replies').where({ account_id: accountId, name }).delete()) > 0,
});
