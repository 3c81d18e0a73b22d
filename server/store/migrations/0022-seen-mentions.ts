import type { Knex } from 'knex';

/**
 * Adds when an agent has seen a mention. Earlier mentions count as seen. Few notes mention someone, so the lock is short.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('note_mentions', (table) => {
    table.bigInteger('seen_at');
  });
  await db('note_mentions').update({ seen_at: 0 });
  await db.raw(
    'create index note_mentions_unseen on note_mentions (account_id, agent_id, note_id) where seen_at is null',
  );
}
