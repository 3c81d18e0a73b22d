import type { Knex } from 'knex';

/** Adds the texts that a team saves to use them again. It creates only a new table, so it locks nothing. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('saved_replies', (table) => {
    table.integer('account_id').notNullable();
    table.text('name').notNullable();
    table.text('reply').notNullable();
    table.primary(['account_id', 'name']);
  });
}
