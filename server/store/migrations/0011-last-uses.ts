import type { Knex } from 'knex';

/** Adds when keys were last used, and when callbacks last arrived. It creates only a new table, so it locks nothing. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('last_uses', (table) => {
    table.integer('account_id').notNullable();
    table.text('kind').notNullable();
    table.text('subject').notNullable();
    table.bigInteger('at').notNullable();
    table.primary(['account_id', 'kind', 'subject']);
  });
}
