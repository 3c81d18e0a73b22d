import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import type { Knex } from 'knex';
import { DatabaseError } from './database.ts';
import { isBusy, isRefusedWrite } from './refused-writes.ts';
import type { Transact } from './transact.ts';

interface Waiting {
  isDurable: boolean;
  /** When it was asked for, in milliseconds of the process. */
  since: number;
  run(trx: Knex.Transaction): Promise<unknown>;
  resolve(value: unknown): void;
  reject(reason: unknown): void;
}

/** So many share a commit at most, so that nobody waits long for the connection. */
const MOST = 64;
/** How often a group tries to begin while another process holds the write lock, in milliseconds. */
const PAUSE_WHILE_LOCKED = 10;

/** The write lock was held for too long. It has SQLite's code, so that the callers know what it is (`isBusy`). */
class WriteLockError extends DatabaseError {
  readonly code: unknown;

  constructor(cause: Error & { code?: unknown }) {
    super('another process holds the write lock of the database: nothing was written; try again when it has ended', {
      cause,
    });
    this.code = cause.code;
  }
}

/**
 * One commit for many transactions: SQLite has one writer, and waits for the disk at each commit. What is asked for meanwhile
 * runs one after the other in one transaction, each behind a savepoint of its own, so that one that fails leaves nothing behind
 * and costs the others nothing. Nobody is told of success before the commit.
 *
 * Those that need not be durable go along with those that must be, and do without the disk where they are among themselves: in
 * WAL mode a file is whole either way.
 *
 * While another process holds the write lock, the group tries again every few milliseconds. It holds no connection in between, so
 * that reads continue, and each transaction is refused after `lockMilliseconds`.
 *
 * @param lockMilliseconds how long a transaction waits for the write lock of another process
 */
export function createGroupCommit(db: Knex, lockMilliseconds: number): Transact {
  const waiting: Waiting[] = [];
  let running = false;
  /** How the connection has been opened. */
  let wasDurable = true;

  async function waitForDisk(isDurable: boolean): Promise<void> {
    if (isDurable !== wasDurable) {
      await db.raw(`pragma synchronous = ${isDurable ? 'full' : 'normal'}`);
      wasDurable = isDurable;
    }
  }

  /** Returns false if the group could not begin because another process writes. */
  async function commitAll(): Promise<boolean> {
    const done: (() => void)[] = [];
    const group: Waiting[] = [];
    const isDurable = waiting.some((one) => one.isDurable);
    const mayJoin = () => group.length < MOST && (isDurable || waiting[0]?.isDurable === false);
    /** What has ended all of it: SQLite has rolled everything back, which what it says of the savepoints hides. */
    let refusal: unknown;
    let isCommitting = false;
    const runIn = async (trx: Knex.Transaction, { run }: Waiting) => {
      try {
        return await run(requireBegun(trx));
      } catch (reason) {
        refusal = isRefusedWrite(reason) ? reason : undefined;
        throw reason;
      }
    };
    try {
      await waitForDisk(isDurable);
      await db.transaction(async (trx) => {
        requireBegun(trx);
        if (waiting.length === 1) {
          // Whoever is alone needs no savepoint: what it leaves behind is all that is rolled back.
          const lone = waiting.shift() as Waiting;
          group.push(lone);
          const value = await runIn(trx, lone);
          done.push(() => lone.resolve(value));
          isCommitting = true;
          return;
        }
        for (let next = waiting.shift(); next; next = mayJoin() ? waiting.shift() : undefined) {
          const one = next;
          group.push(one);
          const own = trx.transaction((inner) => runIn(inner, one));
          done.push(
            await own.then(
              (value) => () => one.resolve(value),
              (reason) => () => one.reject(reason),
            ),
          );
          if (refusal !== undefined) {
            // Another one would be committed by itself, and told to have failed with the rest.
            throw refusal;
          }
        }
        isCommitting = true;
      });
    } catch (error) {
      if (isCommitting) {
        // SQLite keeps a transaction open whose commit it refuses, and Knex leaves it so: the next one could not begin.
        await db.raw('rollback').catch(() => {});
      }
      if (group.length === 0 && isBusy(error)) {
        refuseLate(error as Error);
        return false;
      }
      for (const { reject } of group.length > 0 ? group : waiting.splice(0)) {
        reject(refusal ?? error);
      }
      return true;
    }
    for (const tell of done) {
      tell();
    }
    return true;
  }

  /** Those that came first wait first. */
  function refuseLate(cause: Error): void {
    const oldest = performance.now() - lockMilliseconds;
    while (waiting[0] && waiting[0].since <= oldest) {
      waiting.shift()?.reject(new WriteLockError(cause));
    }
  }

  async function commitWaiting(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      // Let pending callers enqueue before the group begins.
      await setImmediate();
      if (!(await commitAll()) && waiting.length > 0) {
        await pause(PAUSE_WHILE_LOCKED);
      }
    }
    running = false;
  }

  return <T>(run: (trx: Knex.Transaction) => Promise<T>, isDurable: boolean) =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ isDurable, since: performance.now(), run, resolve: resolve as Waiting['resolve'], reject });
      if (!running) {
        void commitWaiting();
      }
    });
}

/** Knex runs what is to be done in a transaction also when that could not begin, after it has said so. */
function requireBegun(trx: Knex.Transaction): Knex.Transaction {
  if (trx.isCompleted()) {
    throw new Error('the transaction could not begin');
  }
  return trx;
}
