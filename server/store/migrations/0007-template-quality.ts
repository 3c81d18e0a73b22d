import type { Knex } from 'knex';

/** Adds the provider's rating of a template. A column without a default changes no rows. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('templates', (table) => {
    table.text('quality');
  });
}
