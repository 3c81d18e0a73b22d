import type { Knex } from 'knex';
import { isPassing, isUnanswered } from '../drivers/postgres-connection.ts';
import { isBusy } from '../drivers/refused-writes.ts';
import type { Tx } from '../queries.ts';
import { createBatchWindow } from './batch-window.ts';
import { createSharedQueries } from './shared-queries.ts';
import { NotBatchable, type Writes, writeAll } from './shared-writes.ts';

/** A unit of work that shares a transaction with others. */
interface Waiting {
  isRepeatable: boolean;
  /** When the caller queued it, in milliseconds of the process clock. */
  since: number;
  run(tx: Tx): Promise<unknown>;
  resolve(value: unknown): void;
  reject(reason: unknown): void;
}

type Outcome = { value: unknown; writes: Writes } | { refusal: unknown };

/** Options of one unit of work. */
export interface Repetition {
  /**
   * Set it to false if the work must not run again when it may already have taken effect, because the response to its
   * commit was lost. The work then fails with that error. @default true
   */
  isRepeatable?: boolean;
}

/** The maximum number of units in a transaction: a statement accepts a limited number of values. */
const MOST = 128;
/**
 * A unit that the locks of other sessions delay for longer than this multiple of the lock timeout is refused. It does
 * not run in a separate transaction.
 */
const LONGEST_BEFORE_ALONE = 2.25;

/**
 * Runs units of work that arrive at the same time in one transaction and combines their queries. Reads of several units
 * become one query, and writes become one statement for each table (see shared-queries.ts). The units share the cost of
 * the commit and of the round trips, but each reads as if it ran alone. Units that arrive while a transaction runs
 * share the next one. Under low load, a unit waits only for requests that have already arrived.
 *
 * A unit may read and then write. It must do nothing else, because it may run again. It runs again in a separate
 * transaction if it needs a query that cannot be shared, or if the shared transaction was rolled back or conflicted
 * with another session.
 *
 * @param alone runs one unit in a separate transaction; `isHeldUp` is true if the unit has already waited for a lock,
 * perhaps another unit's
 * @param options.atOnce the number of concurrent transactions
 * @param options.gather the longest time that a batch waits for more units, in milliseconds (batch-window.ts)
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
  /** Whether a transaction is about to begin; it will take all waiting units. */
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
   * Moves all units that are waiting when the transaction begins into `batch`, and returns the outcome of each. Returns
   * no outcomes if nothing took effect because another session wrote the same rows or holds a lock. In the second case
   * `lock` is the error.
   */
  async function attempt(batch: Waiting[]): Promise<{ outcomes?: Outcome[] | undefined; lock?: unknown }> {
    /** The outcomes to commit; undefined until everything is written. */
    let written: Outcome[] | undefined;
    let lock: unknown;
    let isOver = false;
    try {
      const outcomes = await transact(async (trx) => {
        if (isOver) {
          throw new Error('the transaction ended before it began');
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

  /**
   * Rejects the units whose transaction could not begin. If another session holds a lock, units stay in the queue until
   * they have waited for the lock timeout.
   */
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
