import type { Knex } from 'knex';

/**
 * Adds the identifiers of WhatsApp users. It creates only a new table, so it locks nothing. People who are stored under
 * a user ID need no rows here: the first callback that shows their number joins both.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('identities', (table) => {
    table.integer('account_id').notNullable();
    table.text('portfolio').notNullable();
    table.text('identifier').notNullable();
    table.text('person').notNullable();
    table.bigInteger('seen_at').notNullable();
    table.text('username');
    table.bigInteger('named_at').notNullable();
    // Requests name an identifier without its portfolio.
    table.primary(['account_id', 'identifier', 'portfolio']);
    table.index(['account_id', 'person']);
  });
}
