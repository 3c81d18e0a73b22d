import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import type { Knex } from 'knex';
import { DatabaseError } from './connect.ts';
import { isBusy, isRefusedWrite } from './error-codes.ts';
import type { Transact } from './transact.ts';

interface QueuedTransaction {
  isDurable: boolean;
  /** When the caller queued it, in milliseconds of the process clock. */
  since: number;
  run(trx: Knex.Transaction): Promise<unknown>;
  resolve(value: unknown): void;
  reject(reason: unknown): void;
}

/** The maximum number of transactions per commit, so that reads do not wait long for the connection. */
const MAX_TRANSACTIONS = 64;
/**
 * How long a group pauses before it tries again to begin while another process holds the write lock, in milliseconds.
 * In between, it pauses for a tenth of the time that it has waited: a long lock costs little, and a short one delays
 * little.
 */
const PAUSE_WHILE_LOCKED = { least: 10, most: 500 };

/**
 * Thrown if another process held the write lock for too long. The error has SQLite's code, so that `isBusy` recognizes
 * it.
 */
class WriteLockError extends DatabaseError {
  readonly code: unknown;

  constructor(cause: Error & { code?: unknown }) {
    super(
      'another process holds the write lock of the database, so nothing was written; try again when that process has ended',
      {
        cause,
      },
    );
    this.code = cause.code;
  }
}

/**
 * Commits several transactions at once, because SQLite has one writer and fsyncs at each commit. Work that is queued
 * during a commit runs next, one unit after another, in a single transaction. Each unit has a savepoint, so that a
 * failure rolls back only that unit. No caller sees success before the commit.
 *
 * A batch is fsynced if any transaction in it must be durable. Otherwise the fsync is skipped: in WAL mode the file
 * stays consistent either way.
 *
 * While another process holds the write lock, the group tries again every few milliseconds. It holds no connection
 * between tries, so that reads continue. Each transaction is refused after `lockMilliseconds`.
 *
 * @param lockMilliseconds how long a transaction waits for the write lock of another process
 */
export function createGroupCommit(db: Knex, lockMilliseconds: number): Transact {
  const waiting: QueuedTransaction[] = [];
  let running = false;
  /** The durability mode of the connection. */
  let wasDurable = true;

  async function waitForDisk(isDurable: boolean): Promise<void> {
    if (isDurable !== wasDurable) {
      await db.raw(`pragma synchronous = ${isDurable ? 'full' : 'normal'}`);
      wasDurable = isDurable;
    }
  }

  /** Returns false if the group could not begin because another process is writing. */
  async function commitAll(): Promise<boolean> {
    const done: (() => void)[] = [];
    const group: QueuedTransaction[] = [];
    const isDurable = waiting.some((one) => one.isDurable);
    const mayJoin = () => group.length < MAX_TRANSACTIONS && (isDurable || waiting[0]?.isDurable === false);
    /**
     * The error that ended the whole group. SQLite has rolled back everything, and its later errors about savepoints
     * hide the cause.
     */
    let refusal: unknown;
    /** Whether the last unit ran in its savepoint, and its error. */
    let last: { hasRun: boolean; reason?: unknown } = { hasRun: false };
    const runIn = async (trx: Knex.Transaction, { run }: QueuedTransaction) => {
      last = { hasRun: false };
      try {
        requireBegun(trx);
        last.hasRun = true;
        return await run(trx);
      } catch (reason) {
        last.reason = reason;
        refusal = isRefusedWrite(reason) ? reason : undefined;
        throw reason;
      }
    };
    try {
      await waitForDisk(isDurable);
      await db.transaction(async (trx) => {
        requireBegun(trx);
        if (waiting.length === 1) {
          // A single transaction needs no savepoint: rolling back the group rolls back only that transaction.
          const lone = waiting.shift() as QueuedTransaction;
          group.push(lone);
          const value = await runIn(trx, lone);
          done.push(() => lone.resolve(value));
          return;
        }
        for (let next = waiting.shift(); next; next = mayJoin() ? waiting.shift() : undefined) {
          const one = next;
          group.push(one);
          const own = trx.transaction((inner) => runIn(inner, one));
          done.push(
            await own.then(
              (value) => () => one.resolve(value),
              (reason) => {
                const isStillOpen = last.hasRun && last.reason !== reason;
                if (isStillOpen || isRefusedWrite(reason)) {
                  // The commit would include the writes of the failed unit, or SQLite has already rolled back the
                  // group.
                  refusal ??= reason;
                }
                return () => one.reject(reason);
              },
            ),
          );
          if (refusal !== undefined) {
            // The next one would commit separately, but be reported as failed with the rest.
            throw refusal;
          }
        }
      });
    } catch (error) {
      if (group.length === 0 && isBusy(error)) {
        refuseLate(error as Error);
        return false;
      }
      for (const { reject } of group.length > 0 ? group : waiting.splice(0)) {
        reject(refusal ?? error);
      }
      return true;
    }
    for (const settle of done) {
      settle();
    }
    return true;
  }

  /** The queue is in order of age, oldest first. */
  function refuseLate(cause: Error): void {
    const oldest = performance.now() - lockMilliseconds;
    while (waiting[0] && waiting[0].since <= oldest) {
      waiting.shift()?.reject(new WriteLockError(cause));
    }
  }

  async function commitWaiting(): Promise<void> {
    running = true;
    let lastBegun = performance.now();
    while (waiting.length > 0) {
      // Let pending callers enqueue before the group begins.
      await setImmediate();
      if (await commitAll()) {
        lastBegun = performance.now();
      } else if (waiting.length > 0) {
        const { least, most } = PAUSE_WHILE_LOCKED;
        await pause(Math.min(most, Math.max(least, (performance.now() - lastBegun) / 10)));
      }
    }
    running = false;
  }

  return <T>(run: (trx: Knex.Transaction) => Promise<T>, isDurable: boolean) =>
    new Promise<T>((resolve, reject) => {
      waiting.push({
        isDurable,
        since: performance.now(),
        run,
        resolve: resolve as QueuedTransaction['resolve'],
        reject,
      });
      if (!running) {
        void commitWaiting();
      }
    });
}

/** Knex runs a transaction's callback even if the transaction could not begin and the error has been reported. */
function requireBegun(trx: Knex.Transaction): Knex.Transaction {
  if (trx.isCompleted()) {
    throw new Error('the transaction could not begin');
  }
  return trx;
}
