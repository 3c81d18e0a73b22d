import { UNMATCHED_DELAYS_SECONDS } from '@wigwag/openapi';
import { LRUCache } from 'lru-cache';
import type { App } from '../../app/app.ts';
import { MICROSECONDS } from '../../base/time.ts';
import type { OutboxTask } from '../../engine/outbox/task.ts';
import { lineOf, type ProblemKind } from '../../store/callbacks/callbacks.ts';
import type { StoredMessage } from '../../store/messages/messages.ts';

/** Why an item of a callback was not used. `problem` contains no personal data. */
export interface ItemProblem {
  kind: ProblemKind;
  problem: string;
  /** Whether another attempt may succeed. */
  mayHelpLater: boolean;
}

/** A task that processes a callback, and how it compares with those of other callbacks. */
export type CallbackTask = Pick<OutboxTask, 'id' | 'queue' | 'subject' | 'orderingKey' | 'attempts'>;

/** Where an item comes from. */
export interface Origin {
  /** The task of its callback. */
  task: CallbackTask;
  providerAppId: string;
  /** When its callback arrived, in microseconds. */
  receivedAt: number;
}

/**
 * The result of one item. `early` means that earlier callbacks must be processed first, `erased` that the item is about
 * a person whose data was erased.
 */
export type Result = 'done' | 'early' | 'erased' | ItemProblem;

/** The result of an item, with its message if the item is a status that was recorded. */
export interface ItemResult {
  result: Result;
  message?: StoredMessage | undefined;
}

/** How many characters of an ID a problem shows. */
const LONGEST_ID = 40;

/** Returns the problem of an item that belongs to none of our connections. */
export const noConnection = ({ providerIds }: { providerIds: readonly string[] }): ItemProblem => ({
  kind: 'not_connected',
  problem: `no connection has the provider ID ${providerIds.map((id) => id.slice(0, LONGEST_ID)).join(' or ')}`,
  mayHelpLater: false,
});

/**
 * Returns the problem of an item that names a message. It does not show the provider's ID of the message, which may
 * contain the phone number.
 */
export const unknownMessage = (item: string): ItemProblem => ({
  kind: 'unknown_message',
  problem: `${item} names a message that is not stored`,
  mayHelpLater: true,
});

/** The most problems of a callback that are stored; a callback may have tens of thousands of items. */
const MAX_PROBLEMS = 20;
/** A problem that repeats is logged once in this time, so that a number that is not connected does not fill the log. */
const LOG_INTERVAL = MICROSECONDS.minute;
const REMEMBERED_PROBLEMS = 1000;

const unsolved = (results: readonly Result[]): ItemProblem[] => results.filter((result) => typeof result !== 'string');

/** Returns different problems, at most `MAX_PROBLEMS`. */
const distinctProblems = (results: readonly Result[]): ItemProblem[] =>
  [...new Map(unsolved(results).map((problem) => [lineOf(problem), problem])).values()].slice(0, MAX_PROBLEMS);

/** Returns the problems of a callback as they are stored; null if there are none. */
export function problemText(results: readonly Result[]): string | null {
  const lines = distinctProblems(results).map(lineOf);
  return lines.length > 0 ? lines.join('\n') : null;
}

/** Returns the seconds until the next attempt at a callback; undefined if this one was the last. */
export const retryDelay = (
  { attempts }: Pick<OutboxTask, 'attempts'>,
  results: readonly Result[],
): number | undefined =>
  unsolved(results).some(({ mayHelpLater }) => mayHelpLater) ? UNMATCHED_DELAYS_SECONDS[attempts] : undefined;

/** The problems that each server has logged: when, and how often they occurred since. */
const logged = new WeakMap<App['log'], LRUCache<string, { at: number; more: number }>>();

/** Counts and logs the problems of a callback after its last attempt. */
export function reportProblems(app: App, { task, providerAppId }: Origin, results: readonly Result[]): void {
  if (results.includes('early') || retryDelay(task, results) !== undefined) {
    return; // the callback is processed again
  }
  for (const found of distinctProblems(results)) {
    app.metrics.countCallbackProblem(found.kind);
    logProblem(app, providerAppId, found);
  }
}

function logProblem(app: App, providerAppId: string, { kind, problem }: ItemProblem): void {
  const own = logged.get(app.log) ?? new LRUCache({ max: REMEMBERED_PROBLEMS });
  logged.set(app.log, own);
  const name = `${providerAppId} ${kind} ${problem}`;
  const before = own.get(name);
  const now = app.now();
  if (before && now - before.at < LOG_INTERVAL) {
    before.more += 1;
    return;
  }
  own.set(name, { at: now, more: 0 });
  app.log.warn(
    { app: providerAppId, kind, problem, ...(before && before.more > 0 && { not_logged: before.more }) },
    'a callback of the provider could not be used; `wigwag admin callbacks list` lists these problems',
  );
}
