import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import knex, { type Knex } from 'knex';
import pg from 'pg';
import { ensurePrivate, whyUnsafeLink, whyUnusable } from '../../base/private-file.ts';
import { isCurrent, joinPool, type Renewals } from './pool-renewal.ts';
import { tlsProblem } from './postgres-address.ts';
import { PostgresClient } from './postgres-client.ts';
import { acquireMilliseconds, connectionOptions, prepareSession, useAnySession } from './postgres-connection.ts';
import { SqliteClient, type SqliteConnection } from './sqlite-client.ts';

/** Thrown if the database cannot be opened; the message gives the reason in one line. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}

/** Thrown if there is no wigwag database at the address; nothing was created. */
export class NoDatabaseError extends DatabaseError {}

const INT8 = 20;

/** Silences Knex, which otherwise also prints the errors that it throws to stdout. */
const silent = { warn() {}, error() {}, debug() {}, deprecate() {} };

/** 16 MB. Checkpoints copy the log into the file. With a long log, pages that change often are copied only once. */
const LOG_PAGES = 4_000;

/**
 * How long SQLite waits for another process's lock in processes where nothing else runs: the wait blocks the event
 * loop.
 */
export const SQLITE_LOCK_MILLISECONDS = 5_000;

/** The path of a database that lives as long as its connection. */
export const MEMORY = ':memory:';

function sqlite(path: string, isReader: boolean, image: Buffer | undefined): Knex {
  if (isReader) {
    requireFile(path);
  } else if (path !== MEMORY) {
    prepareFolder(path);
    keepPrivate(path);
  }
  return knex({
    client: SqliteClient as unknown as typeof Knex.Client,
    log: silent,
    compileSqlOnError: false, // query values contain customers' texts, which must not reach the logs
    // The driver accepts an image instead of a file; Knex's types allow only files.
    connection: { filename: (path === MEMORY ? (image ?? path) : path) as string },
    useNullAsDefault: true,
    pool: {
      min: 1,
      max: 1,
      // Keep one connection open forever: closing it would lose an in-memory database.
      idleTimeoutMillis: 2 ** 31 - 1,
      afterCreate(connection: SqliteConnection, done: (error?: Error) => void) {
        if (isReader) {
          connection.pragma('query_only = ON'); // a read-only connection would leave SQLite's companion files behind
        } else {
          connection.pragma('journal_mode = WAL');
          connection.pragma('synchronous = FULL'); // a 202 must survive power loss
          connection.pragma(`wal_autocheckpoint = ${LOG_PAGES}`);
        }
        // Migrations and the operator's commands wait this long; a server does not (`openDatabase`).
        connection.pragma(`busy_timeout = ${SQLITE_LOCK_MILLISECONDS}`);
        connection.pragma('foreign_keys = ON');
        done();
      },
    },
  });
}

/**
 * Makes the file readable only by its owner, since it holds customers' messages. SQLite's companion files inherit the
 * mode. @throws {DatabaseError}
 */
function keepPrivate(path: string): void {
  ensurePrivate(path);
  requireUsable(path);
}

/** @throws {DatabaseError} */
function requireUsable(path: string): void {
  const problem = whyUnsafeLink(path) ?? whyUnusable(path);
  if (problem !== undefined) {
    throw new DatabaseError(`cannot open the database: ${problem}`);
  }
}

/** @throws {NoDatabaseError} if the file does not exist @throws {DatabaseError} if it cannot be used */
function requireFile(path: string): void {
  if (!existsSync(path)) {
    throw new NoDatabaseError(`cannot open the database: there is no file ${path}`);
  }
  requireUsable(path);
}

/** Creates one level at a time: Node's recursive mkdir hangs if a folder cannot be created, as in /proc. */
function makeFolder(folder: string): void {
  if (!existsSync(folder)) {
    makeFolder(dirname(folder));
    try {
      mkdirSync(folder);
    } catch (error) {
      // Another process may create it at the same time.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw error;
      }
    }
  }
}

/** Creates the folder of a database file and checks that it can be used. @throws {DatabaseError} */
export function prepareFolder(path: string): void {
  const folder = dirname(resolve(path));
  try {
    makeFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new DatabaseError(`cannot use the data directory ${folder}: ${(error as Error).message}`);
  }
}

/** The connections of a pool to PostgreSQL, unless `WIGWAG_DATABASE_CONNECTIONS` is set. */
export const POOL_CONNECTIONS = 10;
/**
 * The maximum number of connections of a process to PostgreSQL: those of its pool, and one that listens (signals.ts).
 */
export const CONNECTIONS_PER_PROCESS = POOL_CONNECTIONS + 1;

function postgres(url: string, { answerMilliseconds, isPooled, connections = POOL_CONNECTIONS }: ConnectOptions): Knex {
  const problem = tlsProblem(url);
  if (problem !== undefined) {
    throw new DatabaseError(`cannot open the database: ${problem}`);
  }
  const renewals: Renewals = { count: 0 };
  return knex({
    client: PostgresClient as unknown as typeof Knex.Client,
    log: silent,
    compileSqlOnError: false,
    connection: {
      // Sends statements that do not depend on each other to the database together.
      ...({ pipeline: true } as object),
      ...connectionOptions(url, answerMilliseconds),
      types: {
        // A double holds microseconds exactly; pg would return 64-bit integers as text.
        getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text')),
      },
    },
    ...(answerMilliseconds !== undefined && { acquireConnectionTimeout: acquireMilliseconds(answerMilliseconds) }),
    pool: {
      min: 0,
      max: connections,
      afterCreate(connection: pg.Client, done: () => void) {
        joinPool(connection, renewals);
        const prepare = isPooled ? useAnySession : prepareSession;
        prepare(connection, answerMilliseconds);
        done();
      },
      validate: isCurrent,
    },
  });
}

/** How to connect to a database. */
export interface ConnectOptions {
  /** True for a connection that changes nothing. @default false */
  isReader?: boolean;
  /**
   * How long a request may wait for the database, in milliseconds of real time; each kind of wait gets a share of it
   * (`SHARES`). Without it, waits on PostgreSQL have no limit, and SQLite blocks the process while another process
   * holds its lock.
   */
  answerMilliseconds?: number | undefined;
  /** Whether the address may be that of a pooler that gives each transaction any of its sessions. @default false */
  isPooled?: boolean;
  /** The maximum number of connections to PostgreSQL. @default POOL_CONNECTIONS */
  connections?: number | undefined;
  /**
   * The content of a new in-memory SQLite database, in the format of the driver's `serialize`, for tests. @default
   * empty
   */
  image?: Buffer | undefined;
}

/**
 * Returns the pool of connections to the database at `url` (`sqlite:PATH`, `sqlite::memory:` or `postgres://...`).
 *
 * @throws {NoDatabaseError} if a reader's file does not exist
 * @throws {DatabaseError} if the file or the address cannot be used
 */
export const connect = (url: string, options: ConnectOptions = {}): Knex =>
  url.startsWith('sqlite:')
    ? sqlite(url.slice('sqlite:'.length), options.isReader ?? false, options.image)
    : postgres(url, options);
