import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import knex, { type Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { BEFORE_RELEASE, migrationSource } from '../migrations/index.ts';
import { isPostgres } from './dialect.ts';
import { giveToOwner, whyUnusable } from './file-owner.ts';
import { acquireMilliseconds, boundStatements, boundsOf, usePreparedStatements } from './postgres-connection.ts';
import { isBusy } from './refused-writes.ts';
import '../tables.ts';

/** The database cannot be opened; the message says why, in one line. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}

/** There is no database of wigwag at the address; nothing was made there. */
export class NoDatabaseError extends DatabaseError {}

/**
 * What opening a database may do. `create` makes it where there is none; `existing` only brings one of wigwag up to date; `read`
 * changes nothing.
 */
export type Access = 'create' | 'existing' | 'read';

const INT8 = 20;

/** Knex would print what it throws as well, on stdout. */
const silent = { warn() {}, error() {}, debug() {}, deprecate() {} };

interface SqliteConnection {
  pragma(text: string): void;
  prepare(sql: string): object;
}

/** 16 MB: the log is carried over to the file as a part of some commit, and pages that were written often are carried once. */
const LOG_PAGES = 4_000;

/** How long SQLite waits for the lock of another process where nothing else runs in this one: it blocks the event loop meanwhile. */
export const SQLITE_LOCK_MILLISECONDS = 5_000;

/** So many statements are kept prepared: as many as there are queries, and some more with lists of different lengths. */
const PREPARED = 500;

/**
 * Knex prepares each statement anew, which takes as long as running it; here they are kept.
 *
 * Knex begins transactions as readers, too. One that then wants to write beside another process fails at once, whatever
 * busy_timeout says; one that begins as a writer waits its turn.
 */
function prepareOnce(connection: SqliteConnection): void {
  const prepare = connection.prepare.bind(connection);
  const prepared = new LRUCache<string, object>({ max: PREPARED });
  connection.prepare = (sql) => {
    if (CHANGES_SCHEMA.test(sql)) {
      // `*` means other columns from now on.
      prepared.clear();
    }
    if (!IS_DATA.test(sql)) {
      // A pragma does its work when it is prepared, and each savepoint has another name.
      return prepare(sql);
    }
    const known = prepared.get(sql) ?? prepare(sql === 'BEGIN;' ? 'BEGIN IMMEDIATE;' : planOnce(sql));
    prepared.set(sql, known);
    return known;
  };
}

/**
 * SQLite looks at bound values when it plans, where they are a limit or the table has a partial index, and so plans such a statement
 * anew each time that one is bound, which takes longer than to run it. It looks at a value that stands alone, and at no expression.
 */
const planOnce = (sql: string): string => sql.replaceAll('?', '+?').replace(/\blimit \+\?/gi, 'limit ? + 0');

const CHANGES_SCHEMA = /^\s*(create|alter|drop)\b/i;
const IS_DATA = /^\s*(select|insert|update|delete|with|begin|commit|rollback)\b/i;

const MEMORY = ':memory:';

function sqlite(path: string, isReader: boolean, image: Buffer | undefined): Knex {
  if (isReader) {
    requireFile(path);
  } else if (path !== MEMORY) {
    prepareFolder(path);
    keepPrivate(path);
  }
  return knex({
    client: 'better-sqlite3',
    log: silent,
    compileSqlOnError: false, // values of a query are customers' words and stay out of logs
    // The driver opens an image in place of a file; Knex's types know files only.
    connection: { filename: (path === MEMORY ? (image ?? path) : path) as string },
    useNullAsDefault: true,
    pool: {
      min: 1,
      max: 1,
      // One connection for good: closing it would lose an in-memory database.
      idleTimeoutMillis: 2 ** 31 - 1,
      afterCreate(connection: SqliteConnection, done: (error?: Error) => void) {
        prepareOnce(connection);
        if (isReader) {
          connection.pragma('query_only = ON'); // a connection opened as readonly would leave SQLite's other files behind
        } else {
          connection.pragma('journal_mode = WAL');
          connection.pragma('synchronous = FULL'); // a 202 survives power loss
          connection.pragma(`wal_autocheckpoint = ${LOG_PAGES}`);
        }
        // Migrations and the operator's commands wait so; a server does not (`openDatabase`).
        connection.pragma(`busy_timeout = ${SQLITE_LOCK_MILLISECONDS}`);
        connection.pragma('foreign_keys = ON');
        done();
      },
    },
  });
}

/** Nobody else on the machine reads customers' messages; SQLite's other files get the mode of a new one. @throws {DatabaseError} */
function keepPrivate(path: string): void {
  if (!existsSync(path)) {
    closeSync(openSync(path, 'a', 0o600));
    giveToOwner(path);
  }
  requireUsable(path);
}

/** @throws {DatabaseError} */
function requireUsable(path: string): void {
  const problem = whyUnusable(path);
  if (problem !== undefined) {
    throw new DatabaseError(`cannot open the database: ${problem}`);
  }
}

/** @throws {NoDatabaseError} for a file that is not there @throws {DatabaseError} for one that cannot be used */
function requireFile(path: string): void {
  if (!existsSync(path)) {
    throw new NoDatabaseError(`cannot open the database: there is no file ${path}`);
  }
  requireUsable(path);
}

/** Level by level: Node's own recursion never ends where a folder cannot be made, as under /proc. */
function makeFolder(folder: string): void {
  if (!existsSync(folder)) {
    makeFolder(dirname(folder));
    try {
      mkdirSync(folder);
    } catch (error) {
      // Somebody else may make it at the same moment.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw error;
      }
    }
  }
}

/** Makes the folder of a database file and checks that it can be used. @throws {DatabaseError} */
export function prepareFolder(path: string): void {
  const folder = dirname(resolve(path));
  try {
    makeFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new DatabaseError(`cannot use the data directory ${folder}: ${(error as Error).message}`);
  }
}

function postgres(url: string, answerMilliseconds?: number): Knex {
  return knex({
    client: 'pg',
    log: silent,
    compileSqlOnError: false,
    connection: {
      connectionString: url,
      // Statements that do not wait for each other go to the database together.
      ...({ pipeline: true } as object),
      ...boundsOf(answerMilliseconds),
      types: {
        // Microseconds fit a double exactly; pg would give 64-bit integers as text.
        getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text')),
      },
    },
    ...(answerMilliseconds !== undefined && { acquireConnectionTimeout: acquireMilliseconds(answerMilliseconds) }),
    pool: {
      min: 0,
      max: 10,
      afterCreate(connection: pg.Client, done: () => void) {
        if (answerMilliseconds !== undefined) {
          boundStatements(connection, answerMilliseconds);
        }
        usePreparedStatements(connection, done);
      },
    },
  });
}

/** Any number, the same in every process. */
const MIGRATION_LOCK = 7_119_471;
/** How often a process looks whether it is its turn. */
const TURN_MILLISECONDS = 100;

type MigrationSource = Knex.MigrationSource<string>;

/**
 * Brings the schema up to date. Processes that start at once on one PostgreSQL take turns.
 *
 * @param openForMigrations opens a PostgreSQL whose statements may take as long as migrations do
 * @throws for a newer schema, and for one from before 0.1.0
 */
async function migrate(
  db: Knex,
  source: MigrationSource,
  openForMigrations: () => Knex,
  { onMigrate = () => {}, onWait = () => {} }: Pick<OpenOptions, 'onMigrate' | 'onWait'>,
): Promise<void> {
  async function bringUpToDate(run: () => Promise<void>): Promise<void> {
    const pending = await pendingMigrations(db, source);
    if (pending.length > 0) {
      onMigrate(pending);
      await run();
    }
  }
  if (!isPostgres(db)) {
    await bringUpToDate(() => runMigrations(db, source));
    return;
  }
  // No transaction: an index that is built concurrently would wait for it to end. The lock ends with its connection.
  const connection = await db.client.acquireConnection();
  const lock = (how: string) => db.raw(`select ${how}(?) as taken`, [MIGRATION_LOCK]).connection(connection);
  let isTold = false;
  try {
    while (!(await lock('pg_try_advisory_lock')).rows[0].taken) {
      if (!isTold) {
        isTold = true;
        onWait();
      }
      // Nor does anybody wait for it within a statement, for the same reason.
      await setTimeout(TURN_MILLISECONDS);
    }
    await bringUpToDate(() => {
      const knex = openForMigrations();
      return runMigrations(knex, source).finally(() => knex.destroy());
    });
    await lock('pg_advisory_unlock');
  } finally {
    await db.client.releaseConnection(connection);
  }
}

/** The migrations that this version knows and the database does not have. */
export async function missingMigrations(db: Knex): Promise<string[]> {
  const completed: string[] = await db('knex_migrations').pluck('name');
  return (await migrationSource.getMigrations([])).filter((name) => !completed.includes(name));
}

/** @throws for a newer schema, and for one from before 0.1.0 */
async function pendingMigrations(db: Knex, source: MigrationSource): Promise<string[]> {
  // Knex would take those that it does not know for files that were lost.
  const [completed, pending] = (await db.migrate.list({
    migrationSource: source,
    disableMigrationsListValidation: true,
  })) as [{ name: string }[], string[]];
  if (completed.some(({ name }) => name === BEFORE_RELEASE)) {
    throw new Error(
      'a version before 0.1.0 made it, and no version upgrades it; delete it, or keep it with that version, and start this one on a new database',
    );
  }
  const known = await source.getMigrations([]);
  const newer = completed.find(({ name }) => !known.includes(name));
  if (newer) {
    throw new Error(`it was made by a newer version, with the migration ${newer.name}`);
  }
  return pending;
}

/** @throws {NoDatabaseError} */
async function requireOurs(db: Knex): Promise<void> {
  if (!(await db.schema.hasTable('knex_migrations'))) {
    throw new NoDatabaseError('cannot open the database: it holds no wigwag database');
  }
}

/** @throws for a schema that is not that of this version */
async function requireUpToDate(db: Knex, source: MigrationSource): Promise<void> {
  const pending = await pendingMigrations(db, source);
  if (pending.length > 0) {
    throw new Error(`it lacks the migrations ${pending.join(', ')}; a server of this version adds them when it starts`);
  }
}

async function runMigrations(db: Knex, source: MigrationSource): Promise<void> {
  // Knex's own lock outlives a process that died over it; ours does not, and nobody else migrates now.
  await db.migrate.forceFreeMigrationsLock({ migrationSource: source });
  await db.migrate.latest({ migrationSource: source });
}

export interface OpenOptions {
  /** @default 'create' */
  access?: Access | undefined;
  /**
   * What a request may wait for the database, in milliseconds of real time; each kind of wait has a share of it (`SHARES`). Without it
   * PostgreSQL may take for ever, and SQLite blocks the process while another one holds its lock.
   */
  answerMilliseconds?: number | undefined;
  /** Told before migrations run, which may take long where there is much data. */
  onMigrate?: (names: string[]) => void;
  /** Told once when another process has its turn to migrate, and this one waits for it. */
  onWait?: () => void;
  /** Other migrations than ours, for tests. */
  source?: MigrationSource | undefined;
  /** The content of a new SQLite database in memory, as the driver's `serialize` returns it, for tests. @default empty */
  image?: Buffer | undefined;
}

/**
 * Opens the database that `url` names (`sqlite:PATH`, `sqlite::memory:` or `postgres://...`) and brings its schema up to date, as far
 * as `access` lets it.
 *
 * @throws {NoDatabaseError} when there is none of wigwag, and none may be made
 * @throws {DatabaseError} when it cannot be opened.
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
      await prepare(db);
      return db;
    } catch (error) {
      await db.destroy();
      if (error instanceof DatabaseError) {
        throw error;
      }
      const { message } = error as Error;
      throw new DatabaseError(
        `cannot open the database: ${isBusy(error) ? `another process holds its lock (${message}); try again when it has ended` : message}`,
      );
    }
  };
  // A database in memory is always a new one.
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
      // SQLite would block the event loop for as long as it waits; group-commit.ts waits without that.
      await db.raw('pragma busy_timeout = 0');
    }
  });
}
