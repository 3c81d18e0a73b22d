import type { Knex } from 'knex';

/** Every event of an account in the order in which they were committed, for the tail; and how far each account's numbers go. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('events', (table) => {
    table.integer('account_id').notNullable();
    table.bigInteger('seq').notNullable();
    table.text('id').notNullable();
    table.text('event').notNullable();
    table.text('channel').notNullable();
    table.text('data').notNullable();
    table.boolean('is_test').notNullable();
    table.bigInteger('created_at').notNullable();
    table.primary(['account_id', 'seq']);
    table.unique(['account_id', 'id']);
    table.index(['created_at']);
  });

  await db.schema.createTable('event_sequences', (table) => {
    table.integer('account_id').primary();
    table.bigInteger('seq').notNullable();
    table.text('last_id').notNullable();
  });
}
