import type { Knex } from 'knex';

export type ContactQueries = ReturnType<typeof contactQueries>;

export const contactQueries = (db: Knex) => ({
  /** The id of the contact with this phone; an empty one is made when there is none. */
  async ensure(accountId: number, phone: string, createdAt: number): Promise<number> {
    const known = await db('contacts').where({ account_id: accountId, phone }).first('id');
    if (known) {
      return known.id;
    }
    // Two processes may make the same contact at once: the merge gives the second the first's row.
    const [made] = await db('contacts')
      .insert({ account_id: accountId, phone, created_at: createdAt, updated_at: createdAt })
      .onConflict(['account_id', 'phone'])
      .merge(['phone'])
      .returning('id');
    return Number(made?.id);
  },
});
