import type { Knex } from 'knex';
import { isPassing, isUnanswered } from '../drivers/postgres-connection.ts';
import { isBusy } from '../drivers/refused-writes.ts';
import type { Tx } from '../queries.ts';
import { createBatchWindow } from './batch-window.ts';
import { createSharedQueries } from './shared-queries.ts';
import { NotBatchable, type Writes, writeAll } from './shared-writes.ts';

/** A rule that runs in one transaction with others. */
interface Waiting {
  isRepeatable: boolean;
  /** When it was asked for, in milliseconds of the process. */
  since: number;
  run(tx: Tx): Promise<unknown>;
  resolve(value: unknown): void;
  reject(reason: unknown): void;
}

type Outcome = { value: unknown; writes: Writes } | { refusal: unknown };

/** What may be said of a rule. */
export interface Repetition {
  /**
   * False when it must not be run again where it may have taken effect: the answer to its commit was lost. Then it ends with that
   * error. @default true
   */
  isRepeatable?: boolean;
}

/** So many share a transaction at most: a statement takes only so many values. */
const MOST = 128;
/** What others' locks have held up for so many times as long as a statement waits for one, is refused instead of run alone. */
const LONGEST_BEFORE_ALONE = 2.25;

/**
 * Runs what comes at the same time in one transaction, its queries put together: what is read by many is one query, and what
 * many write is one statement for each table (see shared-queries.ts). So the cost of a commit and of ways to the database is
 * shared, while each rule reads as if it were alone. What comes while a transaction runs shares the next one; where few come,
 * nobody waits for others, beyond the requests that have arrived already.
 *
 * A rule may read, then write, and must do nothing else, since it may be run again: by itself in a transaction of its own,
 * when it needs a query that cannot be shared, or when what it shared was rolled back or stood in somebody's way.
 *
 * @param alone runs one in a transaction of its own; `isHeldUp` when it has waited for a lock already, which may be another one's
 * @param options.atOnce how many transactions at a time
 * @param options.gather how long those who come wait for others at most, in milliseconds (batch-window.ts)
 * @param options.lockMilliseconds how long a statement waits for a lock
 */
export function createBatchedTransaction(
  transact: <T>(run: (trx: Knex.Transaction) => Promise<T>) => Promise<T>,
  alone: <T>(run: (tx: Tx) => Promise<T>, isHeldUp: boolean) => Promise<T>,
  { atOnce, lockMilliseconds, ...options }: { atOnce: number; gather: number; lockMilliseconds: number },
): <T>(run: (tx: Tx) => Promise<T>, repetition?: Repetition) => Promise<T> {
  const waiting: Waiting[] = [];
  const gather = createBatchWindow(options.gather);
  let running = 0;
  /** Whether a transaction begins that will take whoever waits. */
  let isBeginning = false;

  async function runShared(): Promise<void> {
    const batch: Waiting[] = [];
    const { outcomes, lock } = await attempt(batch);
    const longest = performance.now() - LONGEST_BEFORE_ALONE * lockMilliseconds;
    for (const [index, { run, since, resolve, reject }] of batch.entries()) {
      const outcome = outcomes?.[index] ?? { refusal: new NotBatchable() };
      if ('value' in outcome) {
        resolve(outcome.value);
      } else if (lock !== undefined && since < longest) {
        reject(lock);
      } else if (outcome.refusal instanceof NotBatchable || isPassing(outcome.refusal) || isBusy(outcome.refusal)) {
        alone(run, lock !== undefined).then(resolve, reject);
      } else {
        reject(outcome.refusal);
      }
    }
  }

  /**
   * Takes whoever waits by the time that the transaction has begun into `batch`, and gives what became of each; undefined when
   * nothing did, because another session wrote the same rows or holds a lock. `lock` is the error of such a lock.
   */
  async function attempt(batch: Waiting[]): Promise<{ outcomes?: Outcome[] | undefined; lock?: unknown }> {
    /** What is to be committed; undefined before everything is written. */
    let written: Outcome[] | undefined;
    let lock: unknown;
    let isOver = false;
    try {
      const outcomes = await transact(async (trx) => {
        if (isOver) {
          throw new Error('the transaction has ended before it began');
        }
        batch.push(...waiting.splice(0, MOST));
        gather.left(batch.length);
        isBeginning = false;
        next();
        const queries = createSharedQueries(trx);
        const found = await Promise.all(
          batch.map(async ({ run }): Promise<Outcome> => {
            const { tx, writes } = queries.forOne();
            return run(tx).then(
              (value) => ({ value, writes }),
              (refusal) => ({ refusal }),
            );
          }),
        );
        lock = found.map((outcome) => 'refusal' in outcome && outcome.refusal).find(isBusy);
        await writeAll(
          trx,
          found.flatMap((outcome) => ('writes' in outcome ? [outcome.writes] : [])),
        );
        written = found;
        return found;
      });
      return { outcomes, lock };
    } catch (error) {
      isOver = true;
      if (written && isUnanswered(error)) {
        return {
          outcomes: written.map((outcome, index) => ({
            refusal: 'writes' in outcome && batch[index]?.isRepeatable === false ? error : new NotBatchable(),
          })),
        };
      }
      if (batch.length === 0) {
        isBeginning = false;
        refuse(error);
        return {};
      }
      return { lock: isBusy(error) ? error : lock };
    }
  }

  /** It could not even begin. If others hold a lock, those that have just come wait as long as the others did. */
  function refuse(error: unknown): void {
    const latest = performance.now() - (isBusy(error) ? lockMilliseconds : 0);
    while (waiting[0] && waiting[0].since <= latest) {
      waiting.shift()?.reject(error);
    }
  }

  function next(): void {
    if (running < atOnce && waiting.length > 0 && !isBeginning) {
      running += 1;
      isBeginning = true;
      gather.whenEnough(waiting.length, async () => {
        await runShared();
        running -= 1;
        next();
      });
    }
  }

  return <T>(run: (tx: Tx) => Promise<T>, { isRepeatable = true }: Repetition = {}) =>
    new Promise<T>((resolve, reject) => {
      const since = performance.now();
      waiting.push({ isRepeatable, since, run, resolve: resolve as Waiting['resolve'], reject });
      next();
      gather.came(waiting.length);
    });
}
