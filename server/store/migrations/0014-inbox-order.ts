import type { Knex } from 'knex';
import { addIndex, WITHOUT_TRANSACTION } from './online.ts';

export const config = WITHOUT_TRANSACTION;

/** Adds the indexes that find the conversations without an answer and those without an agent. */
export async function up(db: Knex): Promise<void> {
  const inOrder = '(account_id, status, last_message_at, id)';
  await addIndex(db, 'conversations_waiting', 'conversations', `${inOrder} where last_message_direction = 'in'`);
  await addIndex(db, 'conversations_unassigned', 'conversations', `${inOrder} where agent_id is null`);
}
