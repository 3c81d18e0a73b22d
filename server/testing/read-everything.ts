import type { Knex } from 'knex';

/** Every row of every table, whatever tables there are; as `sqlite_sequence`, also those that are not ours. */
export async function readEverything(db: Knex): Promise<Map<string, Record<string, unknown>[]>> {
  const names: { name: string }[] =
    db.client.config.client === 'pg'
      ? await db('information_schema.tables').where({ table_schema: 'public' }).select({ name: 'table_name' })
      : await db('sqlite_schema').where({ type: 'table' }).select('name');
  const tables = new Map<string, Record<string, unknown>[]>();
  for (const { name } of names) {
    tables.set(name, await db(name).select('*'));
  }
  return tables;
}
