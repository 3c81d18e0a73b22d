import type { Knex } from 'knex';

/** Inserts one row into a table that numbers its rows, and gives the number. */
export async function insertNumbered(db: Knex, table: string, row: object): Promise<number> {
  const [inserted] = await db(table).insert(row).returning('id');
  return Number((inserted as { id: number }).id);
}
