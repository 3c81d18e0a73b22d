import type { Knex } from 'knex';
import { WITHOUT_TRANSACTION } from './online.ts';

export const config = WITHOUT_TRANSACTION;

/**
 * Adds names that people give to keys and campaigns. Columns without a default change no rows. The steps can be
 * repeated after an interruption.
 */
export async function up(db: Knex): Promise<void> {
  // Keys are read joined with their accounts, which have a column `name`.
  await addText(db, 'api_keys', 'key_name');
  await addText(db, 'campaigns', 'name');
}

async function addText(db: Knex, table: string, column: string): Promise<void> {
  if (!(await db.schema.hasColumn(table, column))) {
    await db.schema.alterTable(table, (changed) => {
      changed.text(column);
    });
  }
}
