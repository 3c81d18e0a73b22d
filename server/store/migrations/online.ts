import type { Knex } from 'knex';
import { isPostgres } from '../drivers/dialect.ts';

/** Exported beside `up` by a migration that must not run in a transaction, as `addIndex` requires. */
export const WITHOUT_TRANSACTION = { transaction: false };

/**
 * Adds an index while others write to the table: concurrently on PostgreSQL, which no transaction allows, and at once
 * on SQLite. After an interruption it builds the index again from the start.
 *
 * @param on what follows the table's name: columns, and perhaps a condition
 */
export async function addIndex(db: Knex, name: string, table: string, on: string): Promise<void> {
  if (!isPostgres(db)) {
    await db.raw(`create index if not exists ${name} on ${table} ${on}`);
    return;
  }
  // An interrupted build leaves an unfinished index with this name.
  await db.raw(`drop index concurrently if exists ${name}`);
  await db.raw(`create index concurrently ${name} on ${table} ${on}`);
}
