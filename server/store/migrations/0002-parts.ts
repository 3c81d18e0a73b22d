import type { Knex } from 'knex';

/** Messages of several parts, the time a message was handed over (watermarks speak of it), and queues and lanes of tasks. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('messages', (table) => {
    table.bigInteger('sent_at');
  });

  await db.schema.createTable('message_parts', (table) => {
    table.integer('account_id').notNullable();
    table.text('message_id').notNullable();
    table.integer('part').notNullable();
    table.text('connection_id').notNullable();
    table.text('status').notNullable();
    table.text('external_id');
    table.primary(['account_id', 'message_id', 'part']);
    table.unique(['account_id', 'connection_id', 'external_id']);
  });

  await db.schema.alterTable('outbox', (table) => {
    table.text('lane');
    table.text('queue').notNullable().defaultTo('send');
    table.dropIndex(['run_at', 'id']);
    table.index(['queue', 'run_at', 'id']);
    table.index(['account_id', 'subject']);
  });

  await db('outbox').where({ task: 'process-callback' }).update({ queue: 'callback' });
  await db('outbox').where({ task: 'deliver-webhook' }).update({ queue: 'deliver' });

  // Watermarks ask for what is on its way to one person.
  await db.raw(
    `create index messages_on_their_way on messages (account_id, conversation_id)
     where direction = 'out' and status in ('sent', 'delivered')`,
  );
}
