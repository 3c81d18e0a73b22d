import type { EventName } from '@wigwag/openapi';
import type { Knex } from 'knex';
import { amongKeys, insertRows, type Key, throughIndex, withRows } from '../../engine/drivers/dialect.ts';
import { deliveryIdAt } from '../../engine/ids.ts';
import type { DeliveryAttemptRow, DeliveryRow } from '../tables.ts';
import { FIRST_ENDPOINT } from './webhooks.ts';

export type { EventName };

export interface Delivery {
  accountId: number;
  id: string;
  event: EventName;
  /** `data` of the envelope (§6). */
  data: unknown;
  isTest: boolean;
  /** Sent once, by POST /webhooks/test. */
  isSample: boolean;
  /** The delivery that this one replays. */
  replayOf: string | null;
  /** The endpoint that gets it. */
  endpointId: number;
  /** The event in the event stream, if it has another ID. Only the delivery to the first endpoint has the event's ID. */
  eventId: string | null;
  state: DeliveryState;
  attempts: number;
  /** The position of the message in its trace. */
  traceparent?: string | undefined;
  /** When the event happened; a replay keeps the time of the original event. */
  createdAt: number;
}

/**
 * `pending` deliveries are retried; `waiting` ones are retried once the endpoint is enabled. A `missed` event happened
 * while the endpoint was disabled, and was never sent. `delivered` and `failed` are final.
 */
export type DeliveryState = 'pending' | 'waiting' | 'missed' | 'delivered' | 'failed';

/** Which deliveries of an account to list; a delivery must match all fields. */
export interface DeliveryFilter {
  states?: readonly DeliveryState[] | undefined;
  event?: EventName | undefined;
  endpointIds?: readonly number[] | undefined;
  /** The event happened at this time or later, in microseconds. */
  from?: number | undefined;
  /** The event happened before this time, in microseconds. */
  until?: number | undefined;
}

/** Which deliveries to show. */
export interface DeliveryPage extends DeliveryFilter {
  /** Whether the delivery is pending after a failed attempt. */
  failing?: boolean | undefined;
  /** Only deliveries with a smaller ID. */
  before?: string | undefined;
}

/** Which deliveries to send again, of those that match the filter. */
export interface ReplaySelection extends DeliveryFilter {
  /** Only deliveries with a larger ID. */
  after: string;
  /** Only deliveries with a smaller ID. */
  before: string;
  /** Whether to include deliveries whose replay has not failed. */
  again: boolean;
}

/** One HTTP attempt of a delivery. */
export interface DeliveryAttempt {
  accountId: number;
  deliveryId: string;
  attempt: number;
  at: number;
  statusCode: number | null;
  responsePrefix: string | null;
  problem: string | null;
  durationMs: number;
  nextAttemptAt: number | null;
}

export const deliveryOf = (row: DeliveryRow): Delivery => ({
  accountId: row.account_id,
  id: row.id,
  event: row.event as EventName,
  data: JSON.parse(row.data),
  isTest: Boolean(row.is_test),
  isSample: Boolean(row.is_sample),
  replayOf: row.replay_of,
  endpointId: row.endpoint_id,
  eventId: row.event_id,
  state: row.state as DeliveryState,
  attempts: row.attempts,
  traceparent: row.traceparent ?? undefined,
  createdAt: row.created_at,
});

const attemptOf = (row: DeliveryAttemptRow): DeliveryAttempt => ({
  accountId: row.account_id,
  deliveryId: row.delivery_id,
  attempt: row.attempt,
  at: row.at,
  statusCode: row.status_code,
  responsePrefix: row.response_prefix,
  problem: row.problem,
  durationMs: row.duration_ms,
  nextAttemptAt: row.next_attempt_at,
});

export const attemptRow = (attempt: DeliveryAttempt): DeliveryAttemptRow => ({
  account_id: attempt.accountId,
  delivery_id: attempt.deliveryId,
  attempt: attempt.attempt,
  at: attempt.at,
  status_code: attempt.statusCode,
  response_prefix: attempt.responsePrefix,
  problem: attempt.problem,
  duration_ms: attempt.durationMs,
  next_attempt_at: attempt.nextAttemptAt,
});

const deliveryRow = (delivery: Delivery): DeliveryRow => ({
  account_id: delivery.accountId,
  id: delivery.id,
  event: delivery.event,
  data: JSON.stringify(delivery.data),
  is_test: delivery.isTest,
  is_sample: delivery.isSample,
  replay_of: delivery.replayOf,
  endpoint_id: delivery.endpointId,
  event_id: delivery.eventId,
  state: delivery.state,
  attempts: delivery.attempts,
  traceparent: delivery.traceparent ?? null,
  created_at: delivery.createdAt,
});

export const deliveryQueries = (db: Knex) => ({
  async insertAll(deliveries: readonly Delivery[]): Promise<void> {
    await insertRows(db, 'deliveries', deliveries.map(deliveryRow));
  },

  async find(accountId: number, id: string): Promise<Delivery | undefined> {
    const row = await db('deliveries').where({ account_id: accountId, id }).first();
    return row && deliveryOf(row);
  },

  async listByIds(keys: readonly Key[]): Promise<Delivery[]> {
    const rows = await amongKeys(db('deliveries'), keys);
    return rows.map(deliveryOf);
  },

  /** Records attempts, each with the resulting state of its delivery. */
  async recordAttempts(attempts: readonly { attempt: DeliveryAttempt; state: DeliveryState }[]): Promise<void> {
    if (attempts.length === 0) {
      return;
    }
    await Promise.all([
      insertRows(
        db,
        'delivery_attempts',
        attempts.map(({ attempt }) => attemptRow(attempt)),
      ),
      withRows(
        db,
        { accountId: 'integer', deliveryId: 'text', state: 'text', attempt: 'integer' },
        attempts.map(({ attempt, state }) => ({ ...attempt, state })),
        `update deliveries set state = given.state, attempts = given.attempt
         from given where deliveries.account_id = given.accountId and deliveries.id = given.deliveryId`,
      ),
    ]);
  },

  /** Changes the states of deliveries. */
  async setStates(changes: readonly (Key & { state: DeliveryState })[]): Promise<void> {
    await Promise.all(
      [...Map.groupBy(changes, ({ state }) => state)].map(([state, keys]) =>
        amongKeys(db('deliveries'), keys).update({ state }),
      ),
    );
  },

  /** Makes deliveries that are waiting for their endpoint pending again; returns their IDs, oldest first. */
  async resumeWaiting(accountId: number, endpointId: number): Promise<string[]> {
    const rows = await db('deliveries')
      .where({ account_id: accountId, endpoint_id: endpointId })
      .whereRaw("state = 'waiting'") // the same condition as the partial index
      .update({ state: 'pending' })
      .returning('id');
    return rows.map(({ id }) => id).sort();
  },

  /** Returns up to `limit` deliveries to send again, oldest first. */
  async listToReplay(accountId: number, selection: ReplaySelection, limit: number): Promise<Delivery[]> {
    const rows = await toReplay(db, accountId, selection).orderBy('id').limit(limit);
    return rows.map(deliveryOf);
  },

  async countToReplay(accountId: number, selection: ReplaySelection): Promise<number> {
    const row = await toReplay(db, accountId, selection).count({ count: '*' }).first();
    return Number(row?.count);
  },

  /** Returns the newest deliveries, oldest first. */
  async listNewest(
    accountId: number,
    { before, failing, ...filter }: DeliveryPage,
    limit: number,
  ): Promise<Delivery[]> {
    const newest = (query: Knex.QueryBuilder): Promise<DeliveryRow[]> => {
      query.where('deliveries.account_id', accountId);
      if (before !== undefined) {
        query.where('deliveries.id', '<', before);
      }
      if (failing === true) {
        query.where({ state: 'pending' }).where('deliveries.attempts', '>', 0);
      } else if (failing === false) {
        query.where((other) => other.whereNot({ state: 'pending' }).orWhere('deliveries.attempts', 0));
      }
      return query.orderBy('deliveries.id', 'desc').limit(limit).select('deliveries.*');
    };
    const { states, from, until } = filter;
    const rows =
      failing === true || (states?.length === 1 && states[0] === 'pending')
        ? await newest(narrow(withTask(db), filter))
        : from === undefined && until === undefined
          ? await newest(narrow(inState(db, states), filter))
          : await Promise.all([newest(originals(db, filter)), newest(narrow(replays(db), filter))]);
    return rows
      .flat()
      .sort((left, right) => (left.id < right.id ? 1 : -1))
      .slice(0, limit)
      .map(deliveryOf)
      .reverse();
  },

  /** Returns the deliveries that repeat another one, oldest first. */
  async replaysOf(accountId: number, deliveryId: string): Promise<Delivery[]> {
    const rows = await db('deliveries')
      .where({ account_id: accountId, replay_of: deliveryId })
      .whereRaw('replay_of is not null') // the same condition as the partial index
      .orderBy('id');
    return rows.map(deliveryOf);
  },

  /** Returns the attempts of one delivery, in order. */
  async attemptsOf(accountId: number, deliveryId: string): Promise<DeliveryAttempt[]> {
    const rows = await db('delivery_attempts')
      .where({ account_id: accountId, delivery_id: deliveryId })
      .orderBy('attempt');
    return rows.map(attemptOf);
  },

  /** Returns one row per attempt, oldest first. */
  async listAttempts(accountId: number): Promise<(DeliveryAttempt & { event: EventName })[]> {
    const rows = await db('delivery_attempts')
      .join('deliveries', (join) =>
        join
          .on('deliveries.account_id', 'delivery_attempts.account_id')
          .andOn('deliveries.id', 'delivery_attempts.delivery_id'),
      )
      .where('delivery_attempts.account_id', accountId)
      .orderBy(['delivery_attempts.at', 'delivery_attempts.delivery_id'])
      .select('delivery_attempts.*', 'deliveries.event');
    return rows.map((row) => ({ ...attemptOf(row), event: row.event as EventName }));
  },
});

/** Selects the deliveries to send again: no samples, and no replays. */
function toReplay(
  db: Knex,
  accountId: number,
  { after, before, again, ...filter }: ReplaySelection,
): Knex.QueryBuilder {
  const query = originals(db, filter)
    .where({ account_id: accountId, is_sample: false })
    .where('id', '>', after)
    .where('id', '<', before);
  if (!again) {
    query.whereNotExists(
      db('deliveries as replays')
        .whereRaw('replays.account_id = deliveries.account_id and replays.replay_of = deliveries.id')
        .whereRaw('replays.replay_of is not null') // the same condition as the partial index
        .where('replays.state', '<>', 'failed')
        .select(db.raw('1')),
    );
  }
  return query;
}

/** Partial indexes of `(account_id, id)`: they find the few deliveries in these states without reading the others. */
const INDEXES_OF_STATES: { name: string; states: readonly DeliveryState[]; condition: string }[] = [
  {
    name: 'deliveries_without_success',
    states: ['failed', 'missed'],
    condition: "state in ('failed', 'missed')",
  },
  { name: 'deliveries_waiting', states: ['waiting'], condition: "state = 'waiting'" },
];

/** Selects deliveries through the index of these states, if there is one. */
function inState(db: Knex, states: DeliveryFilter['states']): Knex.QueryBuilder {
  const index = INDEXES_OF_STATES.find((one) => states?.every((state) => one.states.includes(state)));
  return index ? throughIndex(db, 'deliveries', index.name).whereRaw(index.condition) : db('deliveries');
}

/** Selects the deliveries with a task, which are the pending ones. An account has few of them. */
const withTask = (db: Knex): Knex.QueryBuilder =>
  db('outbox')
    .crossJoin('deliveries' as never) // SQLite then starts with the tasks
    .whereRaw('outbox.account_id = deliveries.account_id and outbox.subject = deliveries.id')
    .where('outbox.subject', '>=', deliveryIdAt(0));

/** Selects deliveries that are no replays. Their IDs begin with the time of their event, and are the order of lists. */
function originals(db: Knex, { from, until, ...filter }: DeliveryFilter): Knex.QueryBuilder {
  const query = narrow(inState(db, filter.states), filter).whereNull('replay_of');
  if (from !== undefined) {
    query.where('id', '>=', deliveryIdAt(from));
  }
  if (until !== undefined) {
    query.where('id', '<', deliveryIdAt(until));
  }
  return query;
}

/** Selects replays, which keep the time of the original event. */
const replays = (db: Knex): Knex.QueryBuilder =>
  throughIndex(db, 'deliveries', 'deliveries_replays').whereRaw('replay_of is not null');

function narrow<Query extends Knex.QueryBuilder>(
  query: Query,
  { states, event, endpointIds, from, until }: DeliveryFilter,
): Query {
  if (states) {
    query.whereIn('state', states);
  }
  if (event !== undefined) {
    query.where({ event });
  }
  if (endpointIds !== undefined) {
    query.whereIn('endpoint_id', endpointIds);
    if (!endpointIds.includes(FIRST_ENDPOINT)) {
      query.whereRaw('endpoint_id > 1'); // the same condition as the partial index
    }
  }
  if (from !== undefined) {
    query.where('created_at', '>=', from);
  }
  if (until !== undefined) {
    query.where('created_at', '<', until);
  }
  return query;
}
