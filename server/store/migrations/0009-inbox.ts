import type { Knex } from 'knex';

/**
 * Adds the notes and labels of conversations, and who has a conversation open in the dashboard. It creates only new
 * tables, so it locks nothing.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('conversation_notes', (table) => {
    table.integer('account_id').notNullable();
    table.increments('id');
    table.integer('conversation_id').notNullable();
    table.text('author').notNullable();
    table.text('text').notNullable();
    table.bigInteger('created_at').notNullable();
    table.index(['account_id', 'conversation_id', 'created_at']);
  });
  await db.schema.createTable('conversation_labels', (table) => {
    table.integer('account_id').notNullable();
    table.integer('conversation_id').notNullable();
    table.integer('label_id').notNullable();
    table.primary(['account_id', 'conversation_id', 'label_id']);
  });
  await db.schema.createTable('conversation_viewers', (table) => {
    table.integer('account_id').notNullable();
    table.integer('conversation_id').notNullable();
    table.integer('login_id').notNullable();
    table.text('name').notNullable();
    table.text('state').notNullable();
    table.bigInteger('seen_at').notNullable();
    table.primary(['account_id', 'conversation_id', 'login_id']);
  });
}
