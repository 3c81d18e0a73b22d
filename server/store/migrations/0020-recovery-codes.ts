import type { Knex } from 'knex';

/** Adds the recovery codes of logins. A column without a default changes no rows. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('logins', (table) => {
    table.text('recovery_codes');
  });
}
