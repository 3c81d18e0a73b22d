import type { Knex } from 'knex';
import { WITHOUT_TRANSACTION } from './online.ts';

export const config = WITHOUT_TRANSACTION;

/**
 * Adds what a move of an account to another installation needs: its state, and the log of rows that change during the
 * copy. Columns without a default change no rows. The steps can be repeated after an interruption.
 */
export async function up(db: Knex): Promise<void> {
  for (const column of ['move_state', 'move_url', 'move_details', 'former_key'] as const) {
    await addColumn(db, 'accounts', column, (table) => table.text(column));
  }
  await addColumn(db, 'accounts', 'former_id', (table) => table.integer('former_id'));
  await addColumn(db, 'provider_apps', 'moves', (table) => table.text('moves'));
  if (!(await db.schema.hasTable('account_changes'))) {
    await db.schema.createTable('account_changes', (table) => {
      table.integer('account_id').notNullable();
      table.bigIncrements('id');
      table.text('table_name').notNullable();
      table.text('row_key').notNullable();
      table.index(['account_id', 'id']);
    });
  }
}

async function addColumn(
  db: Knex,
  table: string,
  column: string,
  add: (changed: Knex.AlterTableBuilder) => unknown,
): Promise<void> {
  if (!(await db.schema.hasColumn(table, column))) {
    await db.schema.alterTable(table, (changed) => {
      add(changed);
    });
  }
}
