import type { Knex } from 'knex';

/**
 * Adds the logins of the dashboard, their sessions, their one-time links, and the log of changes. It creates only new
 * tables, so it locks nothing. `account_id` is null for operators of the installation.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('logins', (table) => {
    table.integer('account_id');
    table.increments('id');
    table.integer('agent_id');
    table.text('email').notNullable().unique();
    table.text('role').notNullable();
    table.text('password_hash');
    table.text('totp_secret');
    table.bigInteger('totp_step');
    table.boolean('is_totp_on').notNullable().defaultTo(false);
    table.boolean('is_disabled').notNullable().defaultTo(false);
    table.bigInteger('last_login_at');
    table.bigInteger('created_at').notNullable();
    table.index(['account_id', 'agent_id']);
  });
  await db.schema.createTable('sessions', (table) => {
    table.integer('account_id');
    table.increments('id');
    table.text('hash').notNullable().unique();
    table.integer('login_id').notNullable();
    table.text('address').notNullable();
    table.text('user_agent');
    table.bigInteger('created_at').notNullable();
    table.bigInteger('seen_at').notNullable();
    table.bigInteger('ended_at');
    table.index(['account_id', 'login_id']);
    table.index(['login_id', 'address']);
    // The sweep deletes old sessions.
    table.index(['created_at']);
  });
  await db.schema.createTable('login_links', (table) => {
    table.integer('account_id');
    table.text('hash').primary();
    table.integer('login_id').notNullable();
    table.text('kind').notNullable();
    table.bigInteger('expires_at').notNullable();
    table.bigInteger('used_at');
    table.bigInteger('created_at').notNullable();
    table.index(['account_id']);
    table.index(['login_id']);
    table.index(['expires_at']);
  });
  await db.schema.createTable('audit_entries', (table) => {
    table.integer('account_id');
    table.increments('id');
    table.bigInteger('at').notNullable();
    table.text('operation').notNullable();
    table.text('ids').notNullable();
    table.integer('status').notNullable();
    table.text('caller_kind').notNullable();
    table.text('caller').notNullable();
    table.text('address').notNullable();
    table.index(['account_id', 'id']);
    table.index(['at']);
  });
}
