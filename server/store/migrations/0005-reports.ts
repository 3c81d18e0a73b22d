import type { Knex } from 'knex';
import { addIndex, WITHOUT_TRANSACTION } from './online.ts';

export const config = WITHOUT_TRANSACTION;

/** Indexes for what operators read: the messages with a price (§4.9), and the callbacks with a problem. */
export async function up(db: Knex): Promise<void> {
  await addIndex(
    db,
    'messages_priced',
    'messages',
    '(account_id, created_at, is_test, is_unreported, pricing) where pricing is not null',
  );
  await addIndex(db, 'callbacks_failed', 'callbacks', "(id) where state = 'failed'");
}
