import type { Knex } from 'knex';

/** What the dynamic URL buttons of a campaign's template need for each recipient, as JSON; null for none. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('campaign_recipients', (table) => {
    table.text('buttons');
  });
}
