import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import knex, { type Knex } from 'knex';
import pg from 'pg';
import { ensurePrivate, whyUnsafeLink, whyUnusable } from '../../base/private-file.ts';
import { BEFORE_RELEASE, type Migration, migrationSource } from '../migrations/index.ts';
import { isPostgres } from './dialect.ts';
import { isBusy } from './error-codes.ts';
import { isCurrent, joinPool, type Renewals } from './pool-renewal.ts';
import { connectionFix, tlsProblem } from './postgres-address.ts';
import { PostgresClient } from './postgres-client.ts';
import {
  acquireMilliseconds,
  ConnectionError,
  connectionOptions,
  onConnection,
  prepareSession,
  shareSessions,
} from './postgres-connection.ts';
import { SqliteClient, type SqliteConnection } from './sqlite-client.ts';
import '../tables.ts';

/** Thrown if the database cannot be opened; the message gives the reason in one line. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}

/** Thrown if there is no wigwag database at the address; nothing was created. */
export class NoDatabaseError extends DatabaseError {}

/**
 * What opening a database may do. `create` creates the database if necessary, `existing` only migrates an existing
 * wigwag database, and `read` changes nothing.
 */
export type Access = 'create' | 'existing' | 'read';

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

const MEMORY = ':memory:';

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

const POOL_SIZE = 10;
/** The maximum number of connections of a process to PostgreSQL: those of its pool, and one that listens (signals.ts). */
export const CONNECTIONS_PER_PROCESS = POOL_SIZE + 1;

function postgres(url: string, answerMilliseconds?: number): Knex {
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
      max: POOL_SIZE,
      afterCreate(connection: pg.Client, done: () => void) {
        joinPool(connection, renewals);
        prepareSession(connection, answerMilliseconds);
        done();
      },
      validate: isCurrent,
    },
  });
}

/** An arbitrary number that is the same in every process. */
const MIGRATION_LOCK = 7_119_471;
/** How often a process checks whether it may migrate, in milliseconds. */
const TURN_MILLISECONDS = 100;

type MigrationSource = Knex.MigrationSource<string>;

/**
 * Brings the schema up to date. Processes that start at the same time on one PostgreSQL database take turns.
 *
 * @param openForMigrations opens a PostgreSQL connection without a statement timeout
 * @throws if the schema is newer, or from before 0.1.0
 */
async function migrate(
  db: Knex,
  source: MigrationSource,
  openForMigrations: () => Knex,
  { onMigrate = () => {}, onWait = () => {} }: Pick<OpenOptions, 'onMigrate' | 'onWait'>,
): Promise<void> {
  async function bringUpToDate(run: (pending: readonly string[]) => Promise<void>): Promise<void> {
    const pending = await pendingMigrations(db, source);
    if (pending.length > 0) {
      onMigrate(pending);
      await run(pending);
    }
  }
  if (!isPostgres(db)) {
    await bringUpToDate((pending) => runMigrations(db, source, pending));
    return;
  }
  // Not in a transaction, because building an index concurrently would wait for that transaction to end. The lock ends
  // with its connection.
  const connection = await db.client.acquireConnection();
  const lock = (how: string) => db.raw(`select ${how}(?) as taken`, [MIGRATION_LOCK]).connection(connection);
  let isTold = false;
  try {
    while (!(await lock('pg_try_advisory_lock')).rows[0].taken) {
      if (!isTold) {
        isTold = true;
        onWait();
      }
      // For the same reason, processes do not wait for the lock inside a statement.
      await setTimeout(TURN_MILLISECONDS);
    }
    await bringUpToDate((pending) => {
      const knex = openForMigrations();
      return runMigrations(knex, source, pending).finally(() => knex.destroy());
    });
    await lock('pg_advisory_unlock');
  } finally {
    await db.client.releaseConnection(connection);
  }
}

/** Returns the migrations of this version that the database lacks. */
export async function missingMigrations(db: Knex): Promise<string[]> {
  const completed: string[] = await db('knex_migrations').pluck('name');
  return (await migrationSource.getMigrations([])).filter((name) => !completed.includes(name));
}

/** @throws if the schema is newer, or from before 0.1.0 */
async function pendingMigrations(db: Knex, source: MigrationSource): Promise<string[]> {
  // Knex would report migrations that it does not know as missing files.
  const [completed, pending] = (await db.migrate.list({
    migrationSource: source,
    disableMigrationsListValidation: true,
  })) as [{ name: string }[], string[]];
  if (completed.some(({ name }) => name === BEFORE_RELEASE)) {
    throw new Error(
      'it was created by a version before 0.1.0 and cannot be upgraded; start this version on a new database',
    );
  }
  const known = await source.getMigrations([]);
  const newer = completed.find(({ name }) => !known.includes(name));
  if (newer) {
    throw new Error(`it was created by a newer version, with the migration ${newer.name}`);
  }
  return pending;
}

/**
 * Refuses a pooler that gives each transaction any of its sessions, which have the settings and the prepared statements
 * of other clients. @throws {DatabaseError}
 */
async function requireSessions(db: Knex): Promise<void> {
  const areShared = await onConnection(db, (first) => onConnection(db, (second) => shareSessions(first, second)));
  if (areShared) {
    throw new DatabaseError(
      'cannot open the database: a connection pooler in transaction mode does not support prepared statements, LISTEN and session locks; set it to session mode (pool_mode = session in PgBouncer), or connect to PostgreSQL directly',
    );
  }
}

/** @throws {NoDatabaseError} */
async function requireOurs(db: Knex): Promise<void> {
  if (!(await db.schema.hasTable('knex_migrations'))) {
    throw new NoDatabaseError('cannot open the database: it contains no wigwag database');
  }
}

/** @throws if the schema is not that of this version */
async function requireUpToDate(db: Knex, source: MigrationSource): Promise<void> {
  const pending = await pendingMigrations(db, source);
  if (pending.length > 0) {
    throw new Error(`it lacks the migrations ${pending.join(', ')}; a server of this version adds them when it starts`);
  }
}

/**
 * Divides migrations into stages, in order: one migration without a transaction, or all others in a row. If Knex got
 * both at once, it would record each migration after its transaction. A process that died in between would leave a
 * migration that cannot run again.
 */
async function stagesOf(names: readonly string[], source: MigrationSource): Promise<string[][]> {
  const stages: string[][] = [];
  let wasAlone = true;
  for (const name of names) {
    const { config } = (await source.getMigration(name)) as Migration;
    const isAlone = config?.transaction === false;
    if (isAlone || wasAlone) {
      stages.push([]);
    }
    stages.at(-1)?.push(name);
    wasAlone = isAlone;
  }
  return stages;
}

async function runMigrations(db: Knex, source: MigrationSource, names: readonly string[]): Promise<void> {
  // Knex's own lock outlives a process that dies while holding it. Ours does not, and we hold it, so no other process
  // is migrating now.
  await db.migrate.forceFreeMigrationsLock({ migrationSource: source });
  for (const stage of await stagesOf(names, source)) {
    await db.migrate.latest({
      migrationSource: { ...source, getMigrations: async () => stage },
      disableMigrationsListValidation: true, // pendingMigrations has validated it
    });
  }
}

export interface OpenOptions {
  /** @default 'create' */
  access?: Access | undefined;
  /**
   * How long a request may wait for the database, in milliseconds of real time; each kind of wait gets a share of it
   * (`SHARES`). Without it, waits on PostgreSQL have no limit, and SQLite blocks the process while another process
   * holds its lock.
   */
  answerMilliseconds?: number | undefined;
  /** Called before migrations run, because they may take a long time on a large database. */
  onMigrate?: (names: string[]) => void;
  /** Called once if this process has to wait while another process migrates. */
  onWait?: () => void;
  /** Replaces our migrations, for tests. */
  source?: MigrationSource | undefined;
  /**
   * The content of a new in-memory SQLite database, in the format of the driver's `serialize`, for tests. @default
   * empty
   */
  image?: Buffer | undefined;
  /**
   * Whether other processes may use the database at the same time. For the simulator, whose processes share a SQLite
   * file. @default true on PostgreSQL, false on SQLite
   */
  isShared?: boolean | undefined;
}

/**
 * Opens the database at `url` (`sqlite:PATH`, `sqlite::memory:` or `postgres://...`) and brings its schema up to date,
 * as far as `access` allows.
 *
 * @throws {NoDatabaseError} if there is no wigwag database and `access` does not allow creating one
 * @throws {DatabaseError} if the database cannot be opened
 */
export async function openDatabase(
  url: string,
  { access = 'create', answerMilliseconds, source = migrationSource, image, ...told }: OpenOptions = {},
): Promise<Knex> {
  const open = async (isReader: boolean, prepare: (db: Knex) => Promise<void>): Promise<Knex> => {
    const db = url.startsWith('sqlite:')
      ? sqlite(url.slice('sqlite:'.length), isReader, image)
      : postgres(url, answerMilliseconds);
    try {
      if (isPostgres(db)) {
        await requireSessions(db);
      }
      await prepare(db);
      return db;
    } catch (error) {
      await db.destroy();
      if (error instanceof DatabaseError) {
        throw error;
      }
      const { message } = error as Error;
      const fix = connectionFix((error instanceof ConnectionError ? error.cause : error) as Error);
      const isLocked = fix === '' && isBusy(error);
      throw new DatabaseError(
        `cannot open the database: ${isLocked ? `another process holds its lock (${message}); try again when that process has ended` : message}${fix}`,
      );
    }
  };
  // An in-memory database is always new.
  if (access !== 'create' && url !== `sqlite:${MEMORY}`) {
    const reader = await open(true, async (db) => {
      await requireOurs(db);
      if (access === 'read') {
        await requireUpToDate(db, source);
      }
    });
    if (access === 'read') {
      return reader;
    }
    await reader.destroy();
  }
  return open(false, async (db) => {
    await migrate(db, source, () => postgres(url), told);
    if (!isPostgres(db) && answerMilliseconds !== undefined) {
      // SQLite would block the event loop while it waits for a lock; group-commit.ts waits without blocking.
      await db.raw('pragma busy_timeout = 0');
    }
  });
}
