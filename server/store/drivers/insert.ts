import type { Knex } from 'knex';

/** Inserts one row into a table with numbered rows and returns the number. */
export async function insertNumbered(db: Knex, table: string, row: object): Promise<number> {
  const [inserted] = await db(table).insert(row).returning('id');
  return Number((inserted as { id: number }).id);
}
