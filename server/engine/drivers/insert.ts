import type { Knex } from 'knex';
import { isPostgres } from './dialect.ts';

/** Inserts one row and returns its ID. */
export async function insertNumbered(db: Knex, table: string, row: object): Promise<number> {
  const [inserted] = await db(table).insert(row).returning('id');
  return Number((inserted as { id: number }).id);
}

/**
 * Returns the ID of the next row, for rules whose result contains it. On PostgreSQL, no other transaction gets the same
 * ID. On SQLite, only one transaction runs at a time.
 */
export async function nextId(db: Knex, table: string): Promise<number> {
  const [row]: { id: number | string }[] = isPostgres(db)
    ? (await db.raw("select nextval(pg_get_serial_sequence(?, 'id')) as id", [table])).rows
    : await db('sqlite_sequence')
        .where({ name: table })
        .select({ id: db.raw('seq + 1') });
  return Number(row?.id ?? 1);
}
