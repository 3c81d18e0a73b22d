import { setTimeout } from 'node:timers/promises';
import type { Knex } from 'knex';
import { type ConnectOptions, connect, DatabaseError, MEMORY, NoDatabaseError } from '../engine/drivers/connect.ts';
import { isPostgres } from '../engine/drivers/dialect.ts';
import { isBusy } from '../engine/drivers/error-codes.ts';
import { connectionFix } from '../engine/drivers/postgres-address.ts';
import { DatabaseConnectionError, onConnection, shareSessions } from '../engine/drivers/postgres-connection.ts';
import { BEFORE_RELEASE, type Migration, migrationSource } from './migrations/index.ts';
import './tables.ts';

/**
 * What opening a database may do. `create` creates the database if necessary, `existing` only migrates an existing
 * wigwag database, and `read` changes nothing.
 */
export type Access = 'create' | 'existing' | 'read';

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

/** Returns the migrations that the database has, in order. */
export const completedMigrations = (db: Knex): Promise<string[]> =>
  db('knex_migrations').orderBy('id').pluck('name') as unknown as Promise<string[]>;

/** Returns the migrations of this version that the database lacks. */
export async function missingMigrations(db: Knex): Promise<string[]> {
  const completed = await completedMigrations(db);
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
 * of other clients. @param fix what to do @throws {DatabaseError}
 */
async function requireSessions(db: Knex, fix: string): Promise<void> {
  const areShared = await onConnection(db, (first) => onConnection(db, (second) => shareSessions(first, second)));
  if (areShared) {
    throw new DatabaseError(
      `cannot open the database: a connection pooler in transaction mode does not support LISTEN, session locks and prepared statements; ${fix}`,
    );
  }
}

const NEEDS_DIRECT =
  'set WIGWAG_DATABASE_DIRECT_URL to the address of PostgreSQL itself, or set the pooler to session mode (pool_mode = session in PgBouncer)';
const NOT_DIRECT = 'WIGWAG_DATABASE_DIRECT_URL must be the address of PostgreSQL itself';

/** Requires that the pooler allows transactions, and leads to the database that was just migrated. */
async function requirePooled(db: Knex, source: MigrationSource): Promise<void> {
  await db.transaction((trx) => trx.raw('select 1'));
  const isOurs = await db.schema.hasTable('knex_migrations');
  if (!isOurs || (await pendingMigrations(db, source)).length > 0) {
    throw new DatabaseError(
      'cannot open the database: WIGWAG_DATABASE_URL and WIGWAG_DATABASE_DIRECT_URL must be the same database',
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

export interface OpenOptions extends Pick<ConnectOptions, 'answerMilliseconds' | 'connections' | 'image'> {
  /**
   * The address of PostgreSQL itself if `url` is that of a pooler in transaction mode. Migrations and LISTEN use it.
   *
   * @default undefined: `url` is PostgreSQL or a pooler in session mode
   */
  directUrl?: string | undefined;
  /** @default 'create' */
  access?: Access | undefined;
  /** Called before migrations run, because they may take a long time on a large database. */
  onMigrate?: (names: string[]) => void;
  /** Called once if this process has to wait while another process migrates. */
  onWait?: () => void;
  /** Replaces our migrations, for tests. */
  source?: MigrationSource | undefined;
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
export async function openDatabase(url: string, { directUrl, ...options }: OpenOptions = {}): Promise<Knex> {
  if (directUrl === undefined) {
    return openDirectly(url, options, NEEDS_DIRECT);
  }
  const { answerMilliseconds, connections, source = migrationSource } = options;
  const direct = await openDirectly(directUrl, options, NOT_DIRECT);
  await direct.destroy();
  return prepared(connect(url, { answerMilliseconds, connections, isPooled: true }), (db) => requirePooled(db, source));
}

/** Runs `prepare` on a new pool of connections, and returns the pool. @throws {DatabaseError} */
async function prepared(db: Knex, prepare: (db: Knex) => Promise<void>): Promise<Knex> {
  try {
    await prepare(db);
    return db;
  } catch (error) {
    await db.destroy();
    if (error instanceof DatabaseError) {
      throw error;
    }
    const { message } = error as Error;
    const fix = connectionFix((error instanceof DatabaseConnectionError ? error.cause : error) as Error);
    const isLocked = fix === '' && isBusy(error);
    throw new DatabaseError(
      `cannot open the database: ${isLocked ? `another process holds its lock (${message}); try again when that process has ended` : message}${fix}`,
    );
  }
}

/** Opens a database without a pooler in transaction mode. @param fix what to do if there is one */
async function openDirectly(
  url: string,
  {
    access = 'create',
    answerMilliseconds,
    connections,
    source = migrationSource,
    image,
    ...told
  }: Omit<OpenOptions, 'directUrl'>,
  fix: string,
): Promise<Knex> {
  const open = (isReader: boolean, prepare: (db: Knex) => Promise<void>): Promise<Knex> =>
    prepared(connect(url, { isReader, answerMilliseconds, connections, image }), async (db) => {
      if (isPostgres(db)) {
        await requireSessions(db, fix);
      }
      await prepare(db);
    });
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
    await migrate(db, source, () => connect(url), told);
    if (!isPostgres(db) && answerMilliseconds !== undefined) {
      // SQLite would block the event loop while it waits for a lock; group-commit.ts waits without blocking.
      await db.raw('pragma busy_timeout = 0');
    }
  });
}

/**
 * Returns when PostgreSQL last archived a segment of its log, in milliseconds since the epoch; null if it does not
 * archive, or hides that from this role.
 */
export async function lastArchivedAt(db: Knex): Promise<number | null> {
  try {
    const { rows } = await db.raw('select extract(epoch from last_archived_time) as at from pg_stat_archiver');
    const [row] = rows as { at: string | number | null }[];
    return row?.at == null ? null : Math.round(Number(row.at) * 1000);
  } catch {
    return null;
  }
}
