import type { Knex } from 'knex';

/** Inserts one row and returns its ID. */
export async function insertNumbered(db: Knex, table: string, row: object): Promise<number> {
  const [inserted] = await db(table).insert(row).returning('id');
  return Number((inserted as { id: number }).id);
}
