import type { Knex } from 'knex';

/** Adds the agents whom notes mention. It creates only a new table, so it locks nothing. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('note_mentions', (table) => {
    table.integer('account_id').notNullable();
    table.integer('agent_id').notNullable();
    table.integer('conversation_id').notNullable();
    table.integer('note_id').notNullable();
    table.primary(['account_id', 'agent_id', 'conversation_id', 'note_id']);
    table.index(['account_id', 'conversation_id']);
  });
}
