import type { Knex } from 'knex';
import { isPostgres } from '../../engine/drivers/dialect.ts';
import { WITHOUT_TRANSACTION } from './online.ts';

export const config = WITHOUT_TRANSACTION;

/** The tables whose rows have numbers. The value is whether they have an index that the new key replaces. */
const NUMBERED = {
  agents: true,
  api_keys: true,
  blocked_numbers: true,
  campaigns: true,
  contacts: true,
  conversation_notes: false,
  conversations: false,
  flow_runs: false,
  flows: true,
  labels: true,
  opt_outs: true,
  templates: false,
  webhook_endpoints: true,
};

/**
 * On PostgreSQL, makes the account a part of the primary key, so that an account keeps its numbers when it moves to
 * another installation, and so that tables can be distributed by account. SQLite assigns numbers only to a key of one
 * column. The key is exchanged under a short lock, because its index is complete. Servers of the previous version use
 * no name of a key. The steps can be repeated after an interruption.
 */
export async function up(db: Knex): Promise<void> {
  if (!isPostgres(db)) {
    return;
  }
  for (const [table, hasIndex] of Object.entries(NUMBERED)) {
    const key = `${table}_pkey`;
    const { rows } = await db.raw('select indnatts as columns from pg_index where indexrelid = ?::regclass', [key]);
    if (rows[0].columns === 1) {
      // An interrupted build leaves an unfinished index with this name.
      await db.raw(`drop index concurrently if exists ${table}_of_accounts`);
      await db.raw(`create unique index concurrently ${table}_of_accounts on ${table} (account_id, id)`);
      await db.raw(
        `alter table ${table} drop constraint ${key}, add constraint ${key} primary key using index ${table}_of_accounts`,
      );
    }
    if (hasIndex) {
      await db.raw(`drop index concurrently if exists ${table}_account_id_id_index`);
    }
  }
}
