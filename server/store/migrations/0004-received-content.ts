import type { Knex } from 'knex';

/**
 * Adds the price of a message, whether a connection reports what was read, what providers report about numbers, when a
 * campaign was resumed, when a template's status was reported, and what people last chose about marketing. Columns
 * without a default change no rows, so this locks the tables only for a moment.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('messages', (table) => {
    table.text('pricing');
  });
  await db.schema.alterTable('connections', (table) => {
    table.boolean('mark_as_read');
  });
  await db.schema.createTable('provider_reports', (table) => {
    table.integer('account_id').notNullable();
    table.text('connection_id').notNullable();
    table.text('kind').notNullable();
    table.text('event');
    table.text('detail');
    table.bigInteger('at').notNullable();
    table.primary(['account_id', 'connection_id', 'kind']);
  });
  await db.schema.alterTable('campaigns', (table) => {
    table.bigInteger('resumed_at');
  });
  await db.schema.alterTable('templates', (table) => {
    table.bigInteger('reported_at');
  });
  await db.schema.createTable('marketing_wishes', (table) => {
    table.integer('account_id').notNullable();
    table.text('phone').notNullable();
    table.text('wish').notNullable();
    table.bigInteger('at').notNullable();
    table.primary(['account_id', 'phone']);
  });
}
