import type { Knex } from 'knex';

/** Adds the agents whom notes mention, and when they saw that. It creates only a new table, so it locks nothing. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('note_mentions', (table) => {
    table.integer('account_id').notNullable();
    table.integer('agent_id').notNullable();
    table.integer('conversation_id').notNullable();
    table.integer('note_id').notNullable();
    table.bigInteger('seen_at');
    table.primary(['account_id', 'agent_id', 'conversation_id', 'note_id']);
    table.index(['account_id', 'conversation_id']);
  });
  await db.raw(
    'create index note_mentions_unseen on note_mentions (account_id, agent_id, note_id) where seen_at is null',
  );
}
