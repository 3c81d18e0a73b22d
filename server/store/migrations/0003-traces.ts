import type { Knex } from 'knex';

/**
 * Lets messages and deliveries keep their position in a trace. A column without a default changes no rows, so it locks
 * the tables only for a moment.
 */
export async function up(db: Knex): Promise<void> {
  for (const name of ['messages', 'deliveries']) {
    await db.schema.alterTable(name, (table) => {
      table.text('traceparent');
    });
  }
}
