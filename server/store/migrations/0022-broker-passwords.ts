import type { Knex } from 'knex';

/** Lets a webhook endpoint be a message broker, which can require a password. Columns without a default change no rows. */
export async function up(db: Knex): Promise<void> {
  for (const name of ['webhooks', 'webhook_endpoints']) {
    await db.schema.alterTable(name, (table) => {
      table.text('password'); // encrypted
    });
  }
}
