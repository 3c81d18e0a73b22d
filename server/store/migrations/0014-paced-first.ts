import type { Knex } from 'knex';
import { addIndex, WITHOUT_TRANSACTION } from './online.ts';

export const config = WITHOUT_TRANSACTION;

/** The sends whose moment on their line is known, so that however many have none yet do not stand before them. */
export async function up(db: Knex): Promise<void> {
  await addIndex(db, 'outbox_paced', 'outbox', '(queue, account_id, run_at, id) where paced = 1');
}
