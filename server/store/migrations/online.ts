import type { Knex } from 'knex';
import { isPostgres } from '../../engine/drivers/dialect.ts';

/** A migration that must not run in a transaction exports this beside `up`. `addIndex` requires it. */
export const WITHOUT_TRANSACTION = { transaction: false };

/**
 * Adds an index while others write to the table. On PostgreSQL it builds the index concurrently, which is not possible
 * in a transaction; on SQLite it builds it at once. After an interruption, call it again: it starts from the beginning.
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
