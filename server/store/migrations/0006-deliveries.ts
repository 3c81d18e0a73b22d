import type { Knex } from 'knex';

/** Samples and replays among the deliveries, and the indexes by which each account gets its share of the worker. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('deliveries', (table) => {
    table.boolean('is_sample').notNullable().defaultTo(false);
    table.text('replay_of');
    table.index(['account_id', 'created_at']);
  });
  await db.raw(`create index deliveries_waiting on deliveries (account_id, id) where state = 'waiting'`);

  // Who has something due is found by leaping from account to account, however much waits behind each.
  await db.schema.alterTable('outbox', (table) => {
    table.index(['queue', 'account_id', 'run_at', 'id']);
  });
}
