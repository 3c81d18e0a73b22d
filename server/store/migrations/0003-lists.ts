import type { Knex } from 'knex';

/** Contacts, opt-outs, blocked numbers, labels, agents, uploaded media, and the indexes that lists are read by. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('contacts', (table) => {
    table.integer('account_id').notNullable();
    table.increments('id');
    table.text('phone').notNullable();
    table.text('name');
    table.text('email');
    table.text('display_name');
    table.text('username');
    table.bigInteger('created_at').notNullable();
    table.bigInteger('updated_at').notNullable();
    table.unique(['account_id', 'phone']);
    table.index(['account_id', 'id']);
  });

  await db.schema.createTable('opt_outs', (table) => {
    table.integer('account_id').notNullable();
    table.increments('id');
    table.text('phone').notNullable();
    table.text('source');
    table.bigInteger('created_at').notNullable();
    table.unique(['account_id', 'phone']);
    table.index(['account_id', 'id']);
  });

  await db.schema.createTable('blocked_numbers', (table) => {
    table.integer('account_id').notNullable();
    table.increments('id');
    table.text('phone').notNullable();
    table.text('reason');
    table.bigInteger('created_at').notNullable();
    table.unique(['account_id', 'phone']);
    table.index(['account_id', 'id']);
  });

  await db.schema.createTable('labels', (table) => {
    table.integer('account_id').notNullable();
    table.increments('id');
    table.text('name').notNullable();
    table.text('color');
    table.bigInteger('created_at').notNullable();
    table.index(['account_id', 'id']);
  });

  await db.schema.createTable('agents', (table) => {
    table.integer('account_id').notNullable();
    table.increments('id');
    table.text('name').notNullable();
    table.boolean('is_active').notNullable();
    table.bigInteger('created_at').notNullable();
    table.index(['account_id', 'id']);
  });

  await db.schema.createTable('media', (table) => {
    table.integer('account_id').notNullable();
    table.text('id').notNullable();
    table.text('connection_id').notNullable();
    table.text('provider_media_id');
    table.text('kind').notNullable();
    table.text('mime_type').notNullable();
    table.bigInteger('size').notNullable();
    table.text('filename');
    table.boolean('is_test').notNullable();
    table.bigInteger('created_at').notNullable();
    table.bigInteger('expires_at').notNullable();
    table.primary(['account_id', 'id']);
    table.index(['expires_at']);
  });

  // Tries in a row that found the provider down, and until when new sends are refused for it.
  await db.schema.alterTable('connections', (table) => {
    table.integer('failures').notNullable().defaultTo(0);
    table.bigInteger('unavailable_until');
  });

  // Everybody whom a conversation is with is a contact, under a phone that may change later.
  await db.schema.alterTable('conversations', (table) => {
    table.integer('contact_id');
  });
  await db.raw(
    `insert into contacts (account_id, phone, display_name, created_at, updated_at)
     select account_id, person, max(name), min(created_at), min(created_at) from conversations group by account_id, person`,
  );
  await db.raw(
    `update conversations set contact_id = (select contacts.id from contacts
     where contacts.account_id = conversations.account_id and contacts.phone = conversations.person)`,
  );

  // A conversation is listed by its last message; one without any stands where it began.
  await db.raw('update conversations set last_message_at = created_at where last_message_at is null');
  await db.schema.alterTable('conversations', (table) => {
    table.dropIndex(['account_id', 'last_message_at']);
    table.index(['account_id', 'person']);
  });
  // Each filter that may leave little of a long list has an index in the list's order, so that nothing is read in vain.
  const inOrder = 'last_message_at, id';
  for (const [name, columns, condition] of [
    ['listed', `account_id, ${inOrder}`],
    ['by_status', `account_id, status, ${inOrder}`],
    ['by_channel', `account_id, channel, ${inOrder}`],
    ['assigned', `account_id, agent_id, ${inOrder}`, 'agent_id is not null'],
    ['unread', `account_id, ${inOrder}`, 'unread_count > 0'],
    ['unread_by_status', `account_id, status, ${inOrder}`, 'unread_count > 0'],
    ['read', `account_id, ${inOrder}`, 'unread_count = 0'],
  ]) {
    const where = condition === undefined ? '' : `where ${condition}`;
    await db.raw(`create index conversations_${name} on conversations (${columns}) ${where}`);
  }

  // A history is read in both directions or in one; reports count in an index alone.
  await db.schema.alterTable('messages', (table) => {
    table.dropIndex(['account_id', 'conversation_id', 'created_at']);
    table.index(['account_id', 'conversation_id', 'direction', 'created_at']);
    table.index(['account_id', 'created_at', 'direction', 'status', 'is_test']);
  });
}
