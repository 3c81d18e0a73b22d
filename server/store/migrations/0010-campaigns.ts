import type { Knex } from 'knex';

/** Campaigns with their recipients, each of whom is in one once, and the mark on the messages that they became. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('campaigns', (table) => {
    table.integer('account_id').notNullable();
    table.increments('id');
    table.integer('template_id').notNullable();
    table.text('template_name').notNullable();
    table.text('language').notNullable();
    table.text('connection_id').notNullable();
    table.text('digest').notNullable();
    table.integer('repetition').notNullable();
    table.text('state').notNullable();
    table.text('problem');
    table.bigInteger('created_at').notNullable();
    table.bigInteger('finished_at');
    table.unique(['account_id', 'digest', 'repetition']);
    table.index(['account_id', 'id']);
  });

  await db.schema.createTable('campaign_recipients', (table) => {
    table.integer('account_id').notNullable();
    table.integer('campaign_id').notNullable();
    table.integer('position').notNullable();
    table.text('phone').notNullable();
    table.text('name');
    table.text('variables');
    table.text('state').notNullable();
    table.text('reason');
    table.text('message_id');
    table.bigInteger('queued_at');
    table.primary(['account_id', 'campaign_id', 'position']);
    table.unique(['account_id', 'campaign_id', 'phone']);
    table.index(['account_id', 'campaign_id', 'state', 'position']);
  });
  // What a flow asks: the last campaign of one person.
  await db.raw(
    'create index campaign_recipients_latest on campaign_recipients (account_id, phone, queued_at) where queued_at is not null',
  );

  await db.schema.alterTable('messages', (table) => {
    table.integer('campaign_id');
  });
  // What has been taken off a campaign's list and has not left yet: a handful, however long the list is.
  await db.raw(
    `create index messages_of_campaigns_leaving on messages (account_id, campaign_id)
     where campaign_id is not null and status = 'queued' and sent_at is null`,
  );
}
