import type { Knex } from 'knex';

/** Adds the address of the client to the log of requests. A column without a default changes no rows. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('requests', (table) => {
    table.text('ip');
  });
}
