import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { createBatches, type RetryPolicy } from '../engine/batching/batches.ts';
import { StaleFacts } from '../engine/batching/stale-facts.ts';
import { connect, SQLITE_LOCK_MILLISECONDS } from '../engine/drivers/connect.ts';
import { createGroupCommit } from '../engine/drivers/group-commit.ts';
import { isTransient, lockMillisecondsOf } from '../engine/drivers/postgres-connection.ts';
import { createPostgresTransact } from '../engine/drivers/postgres-transact.ts';
import { watchWrites } from '../engine/drivers/refused-writes.ts';
import { createReplica, type ReplicaReads } from '../engine/drivers/replica.ts';
import { createSignals, eventsTopic, type Signals, workTopic } from '../engine/drivers/signals.ts';
import { createLocalDispatch, type LocalWorker } from '../engine/outbox/local-dispatch.ts';
import { type Callers, createCallers } from './account/callers.ts';
import { createBatchedReads } from './batched-reads.ts';
import { completedMigrations, lastArchivedAt, missingMigrations, type OpenOptions, openDatabase } from './database.ts';
import { writeSample } from './messages/idempotency.ts';
import { type Queries, queriesOn, type Tx } from './queries.ts';
import type { WriteRule } from './rules.ts';
import { ACCOUNT_TABLES, TABLES } from './tables.ts';
import { type NewEvent, writeEvents } from './webhooks/events.ts';

/** How many rows one statement deletes. The number of parameters of a statement is limited. */
const MAX_DELETED = 500;

export type { Tx };

/** The durability of a transaction. */
interface Durability {
  /** False for work that a power failure may lose, such as a lease: the commit skips the fsync. @default true */
  isDurable?: boolean;
}

/**
 * The database. Single reads can use it directly. Every write goes through `transaction` or `batch`, except the count of
 * a key's requests (`callers`).
 */
export interface Store {
  read: Queries;
  /**
   * Runs the reads of a list, a history or a report, on the replica if there is one (replica.ts). They see everything
   * that was committed before the call, less the staleness that the operator allows.
   *
   * @param run only reads; it may run twice
   */
  readList<T>(run: (read: Queries) => Promise<T>): Promise<T>;
  /** How many of these reads the replica answered; undefined without a replica. */
  replicaReads: ReplicaReads | undefined;
  /** The same for tasks that run concurrently: their reads of single rows share queries (batched-reads.ts). */
  batchedRead: Queries;
  /** Whether other processes may use the database at the same time. */
  isShared: boolean;
  /**
   * Runs `run` in a transaction, for migrations, jobs and what cannot be a rule. It runs again after a conflict with
   * another transaction, or if the schema has just changed.
   *
   * @throws an error for which `isBusy` is true if another session holds a lock for too long, or conflicts repeatedly;
   * nothing was written
   */
  transaction<T>(run: (tx: Tx) => Promise<T>, options?: Durability): Promise<T>;
  /** Looks up the keys of requests and counts each key's requests, if the database counts them (`countsRequests`). */
  callers: Callers;
  /** Whether the database counts the requests of keys, for all processes. */
  countsRequests: boolean;
  /** Runs a write in one transaction with other requests of the same rule (batches.ts). */
  batch<Request, Facts, Effects, Result>(
    rule: WriteRule<Request, Facts, Effects, Result>,
    request: Request,
    options?: RetryPolicy,
  ): Promise<Result>;
  /** Whether a transaction of this process has begun and not ended. */
  isWriting(): boolean;
  /**
   * Sets the worker of this process, which leases new tasks in the transactions that add them. Without one, commits
   * notify the workers of other processes.
   */
  dispatchTo(taker: LocalWorker): void;
  /** Notifies listeners after commits; `transaction` itself sends the notifications of events. */
  signals: Pick<Signals, 'notify' | 'listen'>;
  /** Empties every table, for the reset command of `wigwag dev`. */
  clear(): Promise<void>;
  /** Deletes accounts with all their rows, for the control protocol. */
  deleteAccounts(ids: readonly number[]): Promise<void>;
  /** Returns the migrations that this version needs and the database lacks. @throws if the database does not respond */
  missingMigrations(): Promise<string[]>;
  /** Returns the migrations of the database, in order. */
  completedMigrations(): Promise<string[]>;
  /** Returns when PostgreSQL last archived a segment of its log, in milliseconds since the epoch; null if not known. */
  lastArchivedAt(): Promise<number | null>;
  /**
   * Returns whether the database accepts writes (refused-writes.ts). It does not while it is read-only, its disk is
   * full, or another session holds a lock.
   */
  isWritable(): Promise<boolean>;
  close(): Promise<void>;
}

const TRIES = 3;
/** In milliseconds. */
const PAUSE_BEFORE_TRY = 20;
/**
 * How long a unit of a refused batch waits for the lock alone, in milliseconds. This shows whether the lock blocks that
 * unit.
 */
const LOCK_WAIT_ALONE = 250;
/**
 * The number of concurrent batches. SQLite has one connection. On PostgreSQL, each batch costs the client and the
 * server about as much as several sends. Under load, the next one therefore waits for the callers of the last.
 */
const BATCHES = {
  sqlite: { atOnce: { perRule: 1, total: Number.POSITIVE_INFINITY }, gather: 0 },
  postgres: { atOnce: { perRule: 2, total: 4 }, gather: 4 },
};

/**
 * The limit of a read on a replica, in milliseconds. Then the read runs on the primary, still within the limit of the
 * whole request.
 */
const REPLICA_ANSWER = 5_000;

function refuse(): never {
  throw new Error('this is only possible in a transaction');
}

/** On SQLite, statements end before the next ones can be sent. */
async function waitForAll(work: () => Promise<unknown>): Promise<void> {
  await work();
}

interface StoreOptions extends OpenOptions {
  /** A replica of a PostgreSQL database, which reads of `readList` use. */
  replica?: { url: string; staleMilliseconds: number } | undefined;
}

/** Opens the database and migrates it. @throws {DatabaseError} if it cannot be opened */
export async function openStore(
  url: string,
  { replica: replicaOptions, ...options }: StoreOptions = {},
): Promise<Store> {
  const answerMilliseconds = Math.min(options.answerMilliseconds ?? REPLICA_ANSWER, REPLICA_ANSWER);
  // The first read opens the connections. `isPooled`, because this may also be a pooler in transaction mode.
  const replicaPool =
    replicaOptions &&
    connect(replicaOptions.url, { answerMilliseconds, connections: options.connections, isPooled: true });
  const db = await openDatabase(url, options);
  const isSqlite = url.startsWith('sqlite:');
  const signals = createSignals(db, isSqlite ? undefined : (options.directUrl ?? url), options.answerMilliseconds);
  const lockMilliseconds =
    options.answerMilliseconds === undefined
      ? SQLITE_LOCK_MILLISECONDS
      : lockMillisecondsOf(options.answerMilliseconds);
  const { transact, isWritable } = watchWrites(
    isSqlite ? createGroupCommit(db, lockMilliseconds) : createPostgresTransact(db),
    { tables: TABLES, write: writeSample },
  );
  // Without a worker in this process, those of other processes run its tasks.
  let localWorker: LocalWorker = {
    offer: () => undefined,
    isFree: () => false,
    wake: (queue) => signals.notify(workTopic(queue)),
  };
  let writing = 0;
  async function transactOnce<T>(
    run: (tx: Tx) => Promise<T>,
    isDurable: boolean,
    lockMilliseconds?: number,
  ): Promise<T> {
    const events: NewEvent[] = [];
    const dispatch = createLocalDispatch(localWorker);
    writing += 1;
    const result = await transact(
      async (trx, sendLast = waitForAll) => {
        const done = await run(queriesOn(trx, { record: (event) => events.push(event), sendLast }, dispatch));
        await sendLast(() => writeEvents(trx, events));
        return done;
      },
      isDurable,
      lockMilliseconds,
    )
      .catch((error) => {
        dispatch.failed();
        throw error;
      })
      .finally(() => {
        writing -= 1;
      });
    dispatch.committed();
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
        return await transactOnce(run, isDurable, lockMilliseconds);
      } catch (error) {
        if (!isTransient(error) && !(error instanceof StaleFacts)) {
          throw error;
        }
        // Lets the other transaction finish first; otherwise the two may conflict again.
        await pause(PAUSE_BEFORE_TRY);
      }
    }
    return transactOnce(run, isDurable, lockMilliseconds);
  }
  const batch = createBatches<Tx>(
    transactOnce,
    (run, isDurable, hasWaitedForLock) =>
      transaction(run, { isDurable }, hasWaitedForLock ? LOCK_WAIT_ALONE : undefined),
    { ...BATCHES[isSqlite ? 'sqlite' : 'postgres'], lockMilliseconds },
  );
  const readOn = (knex: Knex) => queriesOn(knex, { record: refuse, sendLast: refuse });
  const read = readOn(db);
  const replica = replicaPool && createReplica(db, replicaPool, replicaOptions.staleMilliseconds);
  return {
    read,
    readList: (run) => (replica ? replica.read((knex) => run(readOn(knex))) : run(read)),
    replicaReads: replica?.reads,
    batchedRead: createBatchedReads(read),
    isShared: options.isShared ?? !isSqlite,
    countsRequests: !isSqlite,
    callers: createCallers(db),
    transaction: (run, durability) => transaction(run, durability),
    batch,
    isWriting: () => writing > 0,
    dispatchTo(worker) {
      localWorker = worker;
    },
    signals,
    clear: () =>
      transact(async (trx) => {
        for (const table of TABLES) {
          await trx(table).delete();
        }
      }, true),
    deleteAccounts: (ids) =>
      transact(async (trx) => {
        for (let from = 0; from < ids.length; from += MAX_DELETED) {
          const some = ids.slice(from, from + MAX_DELETED);
          for (const table of ACCOUNT_TABLES) {
            await trx(table as 'messages')
              .whereIn('account_id', some)
              .delete();
          }
          await trx('accounts').whereIn('id', some).delete();
        }
      }, true),
    missingMigrations: () => missingMigrations(db),
    completedMigrations: () => completedMigrations(db),
    lastArchivedAt: async () => (isSqlite ? null : lastArchivedAt(db)),
    isWritable,
    async close() {
      await signals.close();
      await replica?.close();
      await db.destroy();
    },
  };
}
