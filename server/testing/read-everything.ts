import type { Knex } from 'knex';
import { isPostgres } from '../engine/drivers/dialect.ts';

/** Returns every row of every table, including tables that are not ours, such as `sqlite_sequence`. */
export async function readEverything(db: Knex): Promise<Map<string, Record<string, unknown>[]>> {
  const names: { name: string }[] = isPostgres(db)
    ? await db('information_schema.tables').where({ table_schema: 'public' }).select({ name: 'table_name' })
    : await db('sqlite_schema').where({ type: 'table' }).select('name');
  const tables = new Map<string, Record<string, unknown>[]>();
  for (const { name } of names) {
    tables.set(name, await db(name).select('*'));
  }
  return tables;
}
