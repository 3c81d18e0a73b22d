import { setTimeout as pause } from 'node:timers/promises';
import DataLoader from 'dataloader';
import type { Knex } from 'knex';
import { type Callers, createCallers } from './account/callers.ts';
import { createBatchedTransaction, type Repetition } from './batching/batched-transaction.ts';
import { missingMigrations, type OpenOptions, openDatabase, SQLITE_LOCK_MILLISECONDS } from './drivers/database.ts';
import { createGroupCommit } from './drivers/group-commit.ts';
import { isPassing, lockMillisecondsOf } from './drivers/postgres-connection.ts';
import { watchWrites } from './drivers/refused-writes.ts';
import { createSignals, eventsTopic, type Signals } from './drivers/signals.ts';
import type { Transact } from './drivers/transact.ts';
import type { Beginning } from './outbox/outbox.ts';
import { type Queries, queriesOn, type Tx } from './queries.ts';
import { TABLES } from './tables.ts';
import { type NewEvent, writeEvents } from './webhooks/events.ts';

export type { Tx };

/** What a transaction is to outlive. */
interface Durability {
  /** False for what may be as if it had not been after a power cut, such as a claim: it does not wait for the disk. @default true */
  isDurable?: boolean;
}

/** The database. Single reads may be made on it directly; every write goes through `transaction`. */
export interface Store {
  read: Queries;
  /** Whether other processes may work on it at the same time. */
  isShared: boolean;
  /**
   * The one door for writes: all of `run` happens or none of it. Where it and another one waited for each other in a circle, or
   * the schema has just changed, it is run again.
   *
   * @throws an error of which `isBusy` is true when others hold a lock for too long: then nothing was done
   */
  transaction<T>(run: (tx: Tx) => Promise<T>, options?: Durability): Promise<T>;
  /** As `transaction`, for what happens often: `run` only reads and then writes, and may be run again (see batched-transaction.ts). */
  batchedTransaction<T>(run: (tx: Tx) => Promise<T>, options?: Durability & Repetition): Promise<T>;
  /** Whose keys requests come with, and how many of each there are; counted only where the database `isShared`. */
  callers: Callers;
  /**
   * Writes down, durably, that a try leaves now; those that leave at the same time share a commit. False when somebody else
   * has taken the task over: then it must not leave.
   */
  begin(task: Beginning): Promise<boolean>;
  /** Who waits for what was committed is told by it; `transaction` itself tells of events. */
  signals: Pick<Signals, 'notify' | 'listen'>;
  /** Empties every table, for `dev`'s reset. */
  clear(): Promise<void>;
  /** The migrations that this version needs and the database does not have. @throws when it does not answer */
  missingMigrations(): Promise<string[]>;
  /** Whether it takes writes: not after one was refused because there is no room, nor while others hold a lock (refused-writes.ts). */
  takesWrites(): Promise<boolean>;
  close(): Promise<void>;
}

/** How many tries begin with one commit, at most. */
const BEGINS_AT_ONCE = 128;
const TRIES = 3;
/** In milliseconds. */
const PAUSE_BEFORE_TRY = 20;
const ASYNC_COMMIT = 'set local synchronous_commit to off';
/** How long a member of a refused batch waits for the lock alone, in milliseconds, to find out whether the lock blocks it. */
const LOCK_WAIT_ALONE = 250;
/**
 * Transactions that many share, at a time; SQLite has one connection. On PostgreSQL each costs both sides about as much as several
 * sends, so where many come, the next one waits for them to come back.
 */
const TOGETHER = { sqlite: { atOnce: 1, gather: 0 }, postgres: { atOnce: 2, gather: 4 } };

function refuseRecord(): never {
  throw new Error('an event can only be recorded in a transaction');
}

/** On PostgreSQL each runs on a connection of its own. */
const createTransact =
  (db: Knex): Transact =>
  (run, isDurable, lockMilliseconds) =>
    db.transaction(async (trx) => {
      // Sent along with what follows it, which says best what is wrong when both fail.
      const settings = Promise.all([
        isDurable || trx.raw(ASYNC_COMMIT),
        lockMilliseconds === undefined || trx.raw(`set local lock_timeout = ${lockMilliseconds}`),
      ]);
      settings.catch(() => {});
      const done = await run(trx);
      await settings;
      return done;
    });

/** Opens the database and migrates it. @throws {DatabaseError} when it cannot be opened. */
export async function openStore(url: string, options: OpenOptions = {}): Promise<Store> {
  const db = await openDatabase(url, options);
  const isSqlite = url.startsWith('sqlite:');
  const signals = createSignals(db, isSqlite ? undefined : url, options.answerMilliseconds);
  const lockMilliseconds =
    options.answerMilliseconds === undefined
      ? SQLITE_LOCK_MILLISECONDS
      : lockMillisecondsOf(options.answerMilliseconds);
  const { transact, takesWrites } = watchWrites(
    isSqlite ? createGroupCommit(db, lockMilliseconds) : createTransact(db),
  );
  async function once<T>(run: (tx: Tx) => Promise<T>, isDurable: boolean, lockMilliseconds?: number): Promise<T> {
    const events: NewEvent[] = [];
    const result = await transact(
      async (trx) => {
        const done = await run(queriesOn(trx, (event) => events.push(event)));
        await writeEvents(trx, events);
        return done;
      },
      isDurable,
      lockMilliseconds,
    );
    signals.notify(...new Set(events.map(({ accountId }) => eventsTopic(accountId))));
    return result;
  }
  async function transaction<T>(
    run: (tx: Tx) => Promise<T>,
    { isDurable = true }: Durability = {},
    lockMilliseconds?: number,
  ): Promise<T> {
    for (let again = TRIES - 1; again > 0; again -= 1) {
      try {
        return await once(run, isDurable, lockMilliseconds);
      } catch (error) {
        if (!isPassing(error)) {
          throw error;
        }
        // Whoever it stood in the way of goes first; else they may meet again.
        await pause(PAUSE_BEFORE_TRY);
      }
    }
    return once(run, isDurable, lockMilliseconds);
  }
  const togetherAs = (isDurable: boolean) =>
    createBatchedTransaction(
      (run) => transact(run, isDurable),
      (run, isHeldUp) => transaction(run, { isDurable }, isHeldUp ? LOCK_WAIT_ALONE : undefined),
      { ...TOGETHER[isSqlite ? 'sqlite' : 'postgres'], lockMilliseconds },
    );
  const [durably, hastily] = [togetherAs(true), togetherAs(false)];
  const begins = new DataLoader(
    async (tasks: readonly Beginning[]) => {
      const begun = new Set(await transaction((tx) => tx.outbox.begin(tasks)));
      // A process that slept through its claim may hold one task twice.
      return tasks.map(({ id }) => begun.delete(id));
    },
    { cache: false, maxBatchSize: BEGINS_AT_ONCE, batchScheduleFn: setImmediate },
  );
  return {
    read: queriesOn(db, refuseRecord),
    isShared: !isSqlite,
    begin: (task) => begins.load(task),
    callers: createCallers(db),
    transaction: (run, durability) => transaction(run, durability),
    batchedTransaction: (run, { isDurable = true, ...repetition } = {}) =>
      (isDurable ? durably : hastily)(run, repetition),
    signals,
    clear: () =>
      transact(async (trx) => {
        for (const table of TABLES) {
          await trx(table).delete();
        }
      }, true),
    missingMigrations: () => missingMigrations(db),
    takesWrites,
    async close() {
      await signals.close();
      await db.destroy();
    },
  };
}
