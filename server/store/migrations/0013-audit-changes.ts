import type { Knex } from 'knex';
import { WITHOUT_TRANSACTION } from './online.ts';

export const config = WITHOUT_TRANSACTION;

/** Adds what a recorded change has set. A column without a default changes no rows. */
export async function up(db: Knex): Promise<void> {
  if (!(await db.schema.hasColumn('audit_entries', 'changes'))) {
    await db.schema.alterTable('audit_entries', (table) => {
      table.text('changes');
    });
  }
}
