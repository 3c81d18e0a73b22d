import type { Knex } from 'knex';
import { isPostgres } from '../drivers/dialect.ts';

/** What a migration exports beside `up` when it must not run in a transaction, as `addIndex` wants. */
export const WITHOUT_TRANSACTION = { transaction: false };

/**
 * Adds an index while others write to the table: on PostgreSQL concurrently, which no transaction allows, on SQLite at once. Begun
 * again after it was broken off, it starts anew.
 *
 * @param on what follows the table's name: columns, and perhaps a condition
 */
export async function addIndex(db: Knex, name: string, table: string, on: string): Promise<void> {
  if (!isPostgres(db)) {
    await db.raw(`create index if not exists ${name} on ${table} ${on}`);
    return;
  }
  // One that was broken off stays behind, unfinished, under its name.
  await db.raw(`drop index concurrently if exists ${name}`);
  await db.raw(`create index concurrently ${name} on ${table} ${on}`);
}
