import type { Knex } from 'knex';
import { addIndex, WITHOUT_TRANSACTION } from './online.ts';

export const config = WITHOUT_TRANSACTION;

/** Finds the replays of a delivery, whose content goes when the customer deletes the message (edits-and-deletions). */
export async function up(db: Knex): Promise<void> {
  await addIndex(db, 'deliveries_replays', 'deliveries', '(account_id, replay_of) where replay_of is not null');
}
