import type { Knex } from 'knex';

/** Workers that share a database: who is alive, and what their lines have been handed together. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('workers', (table) => {
    table.text('id').primary();
    table.bigInteger('seen_at').notNullable();
  });

  await db.schema.createTable('line_paces', (table) => {
    table.integer('account_id').notNullable();
    table.text('connection_id').notNullable();
    table.text('slots').notNullable();
    table.primary(['account_id', 'connection_id']);
  });

  await db.schema.alterTable('outbox', (table) => {
    table.integer('paced').notNullable().defaultTo(0);
  });
}
