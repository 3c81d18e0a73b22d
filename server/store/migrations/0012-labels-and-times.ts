import type { Knex } from 'knex';
import { addIndex, WITHOUT_TRANSACTION } from './online.ts';

export const config = WITHOUT_TRANSACTION;

/**
 * Adds the index that finds what has a label, and the time at which a campaign begins. A column without a default
 * changes no rows. The steps can be repeated after an interruption.
 */
export async function up(db: Knex): Promise<void> {
  await addIndex(db, 'conversation_labels_labeled', 'conversation_labels', '(account_id, label_id, conversation_id)');
  if (!(await db.schema.hasColumn('campaigns', 'starts_at'))) {
    await db.schema.alterTable('campaigns', (table) => {
      table.bigInteger('starts_at');
    });
  }
}
