import type { Knex } from 'knex';

/** Adds the log of requests. It creates only a new table, so it locks nothing. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('requests', (table) => {
    table.integer('account_id').notNullable();
    table.bigIncrements('id');
    table.bigInteger('at').notNullable();
    table.text('method').notNullable();
    table.text('path').notNullable();
    table.integer('status').notNullable();
    table.integer('ms').notNullable();
    table.text('request_id');
    table.text('error');
    table.integer('key_id').notNullable();
    table.integer('left_out').notNullable().defaultTo(0);
    table.index(['account_id', 'id']);
    // The sweep deletes old requests.
    table.index(['at']);
  });
}
