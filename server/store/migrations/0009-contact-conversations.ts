import type { Knex } from 'knex';

/** A conversation is also found by the contact whom it is with. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('conversations', (table) => {
    table.index(['account_id', 'contact_id']);
  });
}
