import type { Knex } from 'knex';
import { amongValues, insertRows, throughIndex } from '../../engine/drivers/dialect.ts';
import { callbackIdAt } from '../../engine/ids.ts';
import type { CallbackRow } from '../tables.ts';

/** Why a callback, or an item of it, was not used. */
export const PROBLEM_KINDS = [
  'not_connected', // no connection has this number, page or account
  'unreadable',
  'unknown_message', // a status or a change of a message that is not stored
  'provider_error', // the provider reports an error instead of an item
  'unfinished', // an item depends on something that never happened
  'failed', // our own fault
] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

/** A callback that is not stored yet. */
export interface NewCallback {
  id: string;
  providerAppId: string;
  body: string;
  /** In microseconds since the epoch. */
  receivedAt: number;
  /** The problems of its items, or null; undefined if they are not processed yet. */
  problem?: string | null | undefined;
}

/** A problem of callbacks. */
export interface CallbackProblem {
  providerAppId: string;
  kind: ProblemKind;
  problem: string;
  /** The number of callbacks that have it. */
  count: number;
  /** When the first and the last of them arrived, in microseconds. */
  firstAt: number;
  lastAt: number;
}

/** Returns a problem as a callback stores it. */
export const lineOf = ({ kind, problem }: Pick<CallbackProblem, 'kind' | 'problem'>): string => `${kind}: ${problem}`;

/** Reads such a line. Lines of version 0.1.0 have no kind, and may contain IDs of messages. */
function parseLine(line: string): Pick<CallbackProblem, 'kind' | 'problem'> {
  const [, name, problem] = /^(\w+): (.*)$/.exec(line) ?? [];
  const kind = PROBLEM_KINDS.find((one) => one === name);
  return kind && problem !== undefined ? { kind, problem } : { kind: 'failed', problem: 'an item could not be used' };
}

const stateWith = (problem: string | null) => ({ state: problem === null ? 'done' : 'failed', problem });

const callbackRow = ({ id, providerAppId, body, receivedAt, problem }: NewCallback) => ({
  id,
  provider_app_id: providerAppId,
  body,
  ...(problem === undefined ? { state: 'new', problem: null } : stateWith(problem)),
  received_at: receivedAt,
});

/** Returns the queries for callbacks, which are stored unchanged until they are processed. */
export const callbackQueries = (db: Knex) => ({
  async insertAll(callbacks: readonly NewCallback[]): Promise<void> {
    await insertRows(db, 'callbacks', callbacks.map(callbackRow));
  },

  list: (ids: readonly string[]): Promise<CallbackRow[]> => amongValues(db('callbacks'), 'id', ids),

  /** Marks callbacks as processed. `problem` lists the items that could not be processed. */
  async finish(processed: readonly { id: string; problem: string | null }[]): Promise<void> {
    const finish = ([problem, own]: [string | null, readonly { id: string }[]]) =>
      amongValues(
        db('callbacks'),
        'id',
        own.map(({ id }) => id),
      ).update(stateWith(problem));
    await Promise.all([...Map.groupBy(processed, (callback) => callback.problem)].map(finish));
  },

  /** Replaces the body of a callback. */
  async setBody(id: string, body: string): Promise<void> {
    await db('callbacks').where({ id }).update({ body });
  },

  /**
   * Returns the problems of the newest callbacks that have any, the most recent problem first.
   *
   * @param since only callbacks that arrived at this time or later, in microseconds
   * @param most how many callbacks to read
   */
  async listProblems(since: number, most: number): Promise<CallbackProblem[]> {
    const rows: Pick<CallbackRow, 'provider_app_id' | 'problem' | 'received_at'>[] = await throughIndex(
      db,
      'callbacks',
      'callbacks_failed',
    )
      .whereRaw("state = 'failed'") // the same condition as the partial index
      .where('id', '>=', callbackIdAt(since))
      .orderBy('id', 'desc')
      .limit(most)
      .select('provider_app_id', 'problem', 'received_at');
    const found = new Map<string, CallbackProblem>();
    for (const { provider_app_id: providerAppId, problem: text, received_at: at } of rows) {
      for (const line of text?.split('\n') ?? []) {
        const own = found.get(`${providerAppId} ${line}`);
        if (own) {
          own.count += 1;
          own.firstAt = at;
        } else {
          const problem = { ...parseLine(line), providerAppId, count: 1, firstAt: at, lastAt: at };
          found.set(`${providerAppId} ${line}`, problem);
        }
      }
    }
    return [...found.values()];
  },

  /** Deletes callbacks. */
  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) {
      await amongValues(db('callbacks'), 'id', ids).delete();
    }
  },
});
