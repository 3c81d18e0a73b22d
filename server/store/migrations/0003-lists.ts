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
}
