import type { Knex } from 'knex';
import { addIndex, WITHOUT_TRANSACTION } from './online.ts';

export const config = WITHOUT_TRANSACTION;

/** Finds the deliveries that did not succeed, which are few. Others are not in the index, so they cost no more than before. */
export async function up(db: Knex): Promise<void> {
  await addIndex(
    db,
    'deliveries_without_success',
    'deliveries',
    "(account_id, id) where state in ('failed', 'missed')",
  );
}
