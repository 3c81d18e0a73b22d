import type { Knex } from 'knex';

/**
 * Adds which person of a provider of OpenID Connect has which login. It creates only a new table, so it locks nothing.
 * `account_id` is null for operators of the installation.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('login_identities', (table) => {
    table.integer('account_id');
    table.text('issuer').notNullable();
    table.text('subject').notNullable();
    table.integer('login_id').notNullable();
    table.bigInteger('created_at').notNullable();
    table.primary(['issuer', 'subject']);
    // A login belongs to one person of a provider.
    table.unique(['login_id', 'issuer']);
  });
}
