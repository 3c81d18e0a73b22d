import type { Knex } from 'knex';
import { addIndex, WITHOUT_TRANSACTION } from './online.ts';

export const config = WITHOUT_TRANSACTION;

/** §4.9: reports count the messages with a price from the index alone. */
export const up = (db: Knex): Promise<void> =>
  addIndex(
    db,
    'messages_priced',
    'messages',
    '(account_id, created_at, is_test, is_unreported, pricing) where pricing is not null',
  );
