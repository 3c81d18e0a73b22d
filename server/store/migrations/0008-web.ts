import type { Knex } from 'knex';

/** The sites that may show a web chat, and the order in which messages came onto the visitor's page. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('connections', (table) => {
    table.text('origins');
  });

  await db.schema.alterTable('messages', (table) => {
    table.bigInteger('web_position');
  });
  await db('messages')
    .where({ channel: 'web', is_test: false })
    .whereNotNull('conversation_id')
    .whereIn('status', ['sent', 'delivered', 'read']) // what visitors wrote counts as delivered
    .update({ web_position: db.ref('created_at') as unknown as number });
  await db.raw(
    `create index messages_on_page on messages (account_id, conversation_id, web_position)
     where web_position is not null`,
  );
}
