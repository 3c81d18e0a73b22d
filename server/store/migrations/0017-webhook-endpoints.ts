import type { Knex } from 'knex';
import { isPostgres } from '../../engine/drivers/dialect.ts';
import { addIndex, WITHOUT_TRANSACTION } from './online.ts';

export const config = WITHOUT_TRANSACTION;

type Column = (table: Knex.CreateTableBuilder) => unknown;

/** The settings that the address of an account did not have before. */
const SETTINGS: Record<string, Column> = {
  // Servers of the previous version read this table joined with the accounts, which have a column `name`.
  endpoint_name: (table) => table.text('endpoint_name'),
  filter: (table) => table.text('filter'),
  headers: (table) => table.text('headers'), // encrypted
  next_secret: (table) => table.text('next_secret'), // encrypted
  next_secret_at: (table) => table.bigInteger('next_secret_at'),
  retry_minutes: (table) => table.text('retry_minutes'),
  failures_to_disable: (table) => table.integer('failures_to_disable'),
  is_paused: (table) => table.boolean('is_paused').notNullable().defaultTo(false),
};

/**
 * Lets an account have several webhook endpoints. The first one stays in `webhooks`, because servers of the previous
 * version read and write it. Columns without a default, or with a constant one, change no rows. The steps can be
 * repeated after an interruption.
 */
export async function up(db: Knex): Promise<void> {
  await addColumns(db, 'webhooks', {
    ...SETTINGS,
    has_others: (table) => table.boolean('has_others').notNullable().defaultTo(false),
  });
  if (!(await db.schema.hasTable('webhook_endpoints'))) {
    await db.transaction(createEndpoints);
  }
  await addColumns(db, 'deliveries', {
    endpoint_id: (table) => table.integer('endpoint_id').notNullable().defaultTo(1),
    event_id: (table) => table.text('event_id'),
  });
  await addColumns(db, 'outbox', { share: (table) => table.integer('share') });
  // Deliveries to the first endpoint are in none of these indexes, so they cost no more than before.
  await addIndex(db, 'outbox_shares', 'outbox', '(queue, share, run_at, id) where share is not null');
  await addIndex(db, 'deliveries_of_endpoints', 'deliveries', '(account_id, endpoint_id, id) where endpoint_id > 1');
  await addIndex(db, 'deliveries_of_events', 'deliveries', '(account_id, event_id) where event_id is not null');
}

/** Creates the table of all endpoints but the first one of each account. */
async function createEndpoints(db: Knex): Promise<void> {
  await db.schema.createTable('webhook_endpoints', (table) => {
    table.integer('account_id').notNullable();
    table.increments('id');
    table.text('url').notNullable();
    table.text('events').notNullable();
    table.text('secret').notNullable();
    table.boolean('is_enabled').notNullable();
    table.integer('consecutive_failures').notNullable();
    for (const add of Object.values(SETTINGS)) {
      add(table);
    }
    table.index(['account_id', 'id']);
  });
  // The first endpoint of every account has the ID 1.
  await db.raw(
    isPostgres(db)
      ? 'alter sequence webhook_endpoints_id_seq restart with 2'
      : "insert into sqlite_sequence (name, seq) values ('webhook_endpoints', 1)",
  );
}

/** Adds the columns that the table does not have yet. */
async function addColumns(db: Knex, table: string, columns: Record<string, Column>): Promise<void> {
  for (const [name, add] of Object.entries(columns)) {
    if (!(await db.schema.hasColumn(table, name))) {
      await db.schema.alterTable(table, (changed) => void add(changed));
    }
  }
}
