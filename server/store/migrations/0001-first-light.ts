import type { Knex } from 'knex';

/** Accounts, keys, connections, messages and the queues that carry them in and out. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('accounts', (table) => {
    table.increments('id');
    table.text('name').notNullable();
    table.boolean('is_active').notNullable();
    table.bigInteger('license_expires_at');
    table.boolean('api_enabled').notNullable();
    table.boolean('webhook_enabled').notNullable();
    table.boolean('flows_enabled').notNullable();
    table.text('country').notNullable();
    table.text('time_zone').notNullable();
    table.bigInteger('created_at').notNullable();
  });

  await db.schema.createTable('api_keys', (table) => {
    table.integer('account_id').notNullable();
    table.increments('id');
    table.text('hash').notNullable().unique();
    table.text('mode').notNullable();
    table.text('scopes');
    table.text('allowed_ips');
    table.integer('requests_per_minute');
    table.bigInteger('revoked_at');
    table.bigInteger('created_at').notNullable();
    table.index(['account_id', 'id']);
  });

  await db.schema.createTable('provider_apps', (table) => {
    table.text('id').primary();
    table.text('app_secret').notNullable();
    table.text('verify_token').notNullable();
    table.bigInteger('created_at').notNullable();
  });

  await db.schema.createTable('connections', (table) => {
    table.integer('account_id').notNullable();
    table.text('id').notNullable().unique();
    table.text('channel').notNullable();
    table.text('name').notNullable();
    table.boolean('is_active').notNullable();
    table.text('provider_app_id');
    table.text('provider_id');
    table.text('waba_id');
    table.text('access_token');
    table.bigInteger('created_at').notNullable();
    table.primary(['account_id', 'id']);
    table.index(['channel', 'provider_id']);
  });

  await db.schema.createTable('webhooks', (table) => {
    table.integer('account_id').primary();
    table.text('url');
    table.text('events').notNullable();
    table.text('secret').notNullable();
    table.boolean('is_enabled').notNullable();
    table.integer('consecutive_failures').notNullable();
  });

  await db.schema.createTable('templates', (table) => {
    table.integer('account_id').notNullable();
    table.increments('id');
    table.text('name').notNullable();
    table.text('language').notNullable();
    table.text('category').notNullable();
    table.text('status').notNullable();
    table.text('rejection_reason');
    table.text('parameter_format').notNullable();
    table.text('components').notNullable();
    table.bigInteger('updated_at').notNullable();
    table.unique(['account_id', 'name', 'language']);
  });

  await db.schema.createTable('conversations', (table) => {
    table.integer('account_id').notNullable();
    table.increments('id');
    table.text('connection_id').notNullable();
    table.text('channel').notNullable();
    table.text('person').notNullable();
    table.text('name');
    table.text('status').notNullable();
    table.integer('agent_id');
    table.integer('unread_count').notNullable();
    table.bigInteger('last_inbound_at');
    table.text('last_message_text');
    table.text('last_message_direction');
    table.bigInteger('last_message_at');
    table.bigInteger('created_at').notNullable();
    table.unique(['account_id', 'connection_id', 'person']);
    table.index(['account_id', 'last_message_at']);
  });

  await db.schema.createTable('messages', (table) => {
    table.integer('account_id').notNullable();
    table.text('id').notNullable();
    table.integer('conversation_id');
    table.text('connection_id').notNullable();
    table.text('channel').notNullable();
    table.text('direction').notNullable();
    table.text('person').notNullable();
    table.text('type').notNullable();
    table.text('text');
    table.text('content').notNullable();
    table.text('status').notNullable();
    table.text('external_id');
    table.text('error');
    table.boolean('is_test').notNullable();
    table.bigInteger('created_at').notNullable();
    table.bigInteger('updated_at').notNullable();
    table.primary(['account_id', 'id']);
    table.unique(['account_id', 'connection_id', 'external_id']);
    table.index(['account_id', 'conversation_id', 'created_at']);
  });

  await db.schema.createTable('outbox', (table) => {
    table.integer('account_id').notNullable();
    table.bigIncrements('id');
    table.text('task').notNullable();
    table.text('subject').notNullable();
    table.bigInteger('run_at').notNullable();
    table.integer('attempts').notNullable();
    table.integer('claims').notNullable();
    table.text('claimed_by');
    table.index(['run_at', 'id']);
  });

  await db.schema.createTable('callbacks', (table) => {
    table.text('id').primary();
    table.text('provider_app_id').notNullable();
    table.text('body').notNullable();
    table.text('state').notNullable();
    table.text('problem');
    table.bigInteger('received_at').notNullable();
  });

  await db.schema.createTable('deliveries', (table) => {
    table.integer('account_id').notNullable();
    table.text('id').notNullable();
    table.text('event').notNullable();
    table.text('data').notNullable();
    table.boolean('is_test').notNullable();
    table.text('state').notNullable();
    table.integer('attempts').notNullable();
    table.bigInteger('created_at').notNullable();
    table.primary(['account_id', 'id']);
  });

  await db.schema.createTable('delivery_attempts', (table) => {
    table.integer('account_id').notNullable();
    table.text('delivery_id').notNullable();
    table.integer('attempt').notNullable();
    table.bigInteger('at').notNullable();
    table.integer('status_code');
    table.text('response_prefix');
    table.text('problem');
    table.integer('duration_ms').notNullable();
    table.bigInteger('next_attempt_at');
    table.primary(['account_id', 'delivery_id', 'attempt']);
  });

  await db.schema.createTable('idempotency', (table) => {
    table.integer('account_id').notNullable();
    table.text('scope').notNullable();
    table.text('key').notNullable();
    table.text('request_hash').notNullable();
    table.integer('status');
    table.text('data');
    table.text('request_id').notNullable();
    table.bigInteger('expires_at').notNullable();
    table.primary(['account_id', 'scope', 'key']);
    table.index(['expires_at']);
  });
}
