import type { Knex } from 'knex';
import { callbackRow, type NewCallback } from '../callbacks/callbacks.ts';
import { withRows } from '../drivers/dialect.ts';
import { type FlowRun, freeConversations, type Progress } from '../flows/flow-runs.ts';
import { type Reservation, reservationRow } from '../messages/idempotency.ts';
import { messageRow, type StoredMessage } from '../messages/messages.ts';
import type { OutboxRow } from '../tables.ts';

/** Thrown if the work cannot be shared and has to run in a separate transaction. */
export class NotBatchable extends Error {
  override name = 'Alone';
}

/** The new state of a flow run. */
type Moved = Progress & Pick<FlowRun, 'accountId' | 'id'>;

/** The writes that one unit of work requests after all units have read. */
export interface Writes {
  callbacks: NewCallback[];
  reservations: Reservation[];
  messages: StoredMessage[];
  outbound: { accountId: number; id: number; text: string | null; at: number }[];
  tasks: Omit<OutboxRow, 'id' | 'claimed_by' | 'paced'>[];
  /** The new states of flow runs. */
  runs: Moved[];
  /** Conversations that a run no longer drives. */
  freed: { accountId: number; id: number }[];
  finished: number[];
  postponed: { id: number; runAt: number; paced: number }[];
}

/** Encodes a key of several parts as one string. */
export const nameOf = (...parts: readonly unknown[]): string => JSON.stringify(parts);

/**
 * Writes everything that the units requested, with one statement for each table. On PostgreSQL, the statements share a
 * round trip.
 *
 * @throws {NotBatchable} if another session holds one of the reservations
 */
export async function writeAll(trx: Knex, all: readonly Writes[]): Promise<void> {
  const every = <Kind extends keyof Writes>(kind: Kind) =>
    all.flatMap((writes) => writes[kind] as Writes[Kind][number][]) as Writes[Kind];
  await Promise.all([
    reserveAll(trx, every('reservations')),
    insertAll(trx, 'callbacks', every('callbacks').map(callbackRow)),
    insertAll(trx, 'messages', every('messages').map(messageRow)),
    noteAllOutbound(trx, every('outbound')),
    insertAll(trx, 'outbox', every('tasks')),
    moveAllRuns(trx, every('runs')),
    freeAll(trx, every('freed')),
    finishAll(trx, every('finished')),
    postponeAll(trx, every('postponed')),
  ]);
}

async function reserveAll(trx: Knex, reservations: readonly Reservation[]): Promise<void> {
  if (reservations.length === 0) {
    return;
  }
  const rows = await trx('idempotency')
    .insert(reservations.map(reservationRow))
    .onConflict(['account_id', 'scope', 'key'])
    .ignore()
    .returning('key');
  if (rows.length < reservations.length) {
    throw new NotBatchable();
  }
}

async function insertAll(
  trx: Knex,
  table: 'callbacks' | 'messages' | 'outbox',
  rows: readonly object[],
): Promise<void> {
  if (rows.length > 0) {
    await trx(table).insert(rows as never);
  }
}

async function freeAll(trx: Knex, freed: Writes['freed']): Promise<void> {
  const byAccount = Map.groupBy(freed, ({ accountId }) => accountId);
  for (const [accountId, conversations] of byAccount) {
    await freeConversations(
      trx,
      accountId,
      conversations.map(({ id }) => id),
    );
  }
}

async function finishAll(trx: Knex, finished: readonly number[]): Promise<void> {
  if (finished.length > 0) {
    await trx('outbox').whereIn('id', finished).delete();
  }
}

async function moveAllRuns(trx: Knex, runs: readonly Moved[]): Promise<void> {
  if (runs.length === 0) {
    return;
  }
  const columns = {
    accountId: 'integer',
    id: 'integer',
    status: 'text',
    currentStep: 'integer',
    messagesSent: 'integer',
    nextStepAt: 'bigint',
    finishedAt: 'bigint',
  } as const;
  await withRows(
    trx,
    columns,
    runs,
    `update flow_runs set status = given.status, current_step = given.currentStep, messages_sent = given.messagesSent,
       next_step_at = given.nextStepAt, finished_at = given.finishedAt
     from given where flow_runs.account_id = given.accountId and flow_runs.id = given.id`,
  );
}

/** Does the same as `outbox.postpone`. */
async function postponeAll(trx: Knex, postponed: Writes['postponed']): Promise<void> {
  if (postponed.length > 0) {
    await withRows(
      trx,
      { id: 'bigint', runAt: 'bigint', paced: 'integer' },
      postponed,
      `update outbox set run_at = given.runAt, claimed_by = null, paced = given.paced
       from given where outbox.id = given.id and outbox.claims = 0`,
    );
  }
}

/** Stores the last message of each conversation. */
async function noteAllOutbound(trx: Knex, outbound: Writes['outbound']): Promise<void> {
  const inOrder = outbound.toSorted((left, right) => left.at - right.at);
  const last = new Map(inOrder.map((note) => [nameOf(note.accountId, note.id), note]));
  if (last.size === 0) {
    return;
  }
  const columns = { accountId: 'integer', id: 'integer', text: 'text', at: 'bigint' } as const;
  await withRows(
    trx,
    columns,
    [...last.values()],
    `update conversations set last_message_text = given.text, last_message_direction = 'out', last_message_at = given.at
     from given where conversations.account_id = given.accountId and conversations.id = given.id`,
  );
}
