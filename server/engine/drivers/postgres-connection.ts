import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Knex } from 'knex';
import type pg from 'pg';
import { codeOf, isConflict } from './error-codes.ts';
import { renewPool } from './pool-renewal.ts';
import { withStandardModes } from './postgres-address.ts';

/** Replaces NUL with U+FFFD, so that no message is lost: PostgreSQL text cannot contain NUL, but JSON can. */
export const withoutNul = (value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : Array.isArray(value) ? value.map(withoutNul) : value;

/**
 * The maximum number of prepared statements per connection; the first ones used are prepared. Each takes memory in the
 * database.
 */
const PREPARED = 200;
/** The error code for a statement that was prepared before a newer version ran `alter table`. */
const STATEMENT_OUTDATED = '0A000';

/** Returns whether the failed work was rolled back and can run again. */
export const isTransient = (error: unknown): boolean => codeOf(error) === STATEMENT_OUTDATED || isConflict(error);

/** Only errors that the database has sent have a severity. */
const isFromPostgres = (error: unknown): boolean => (error as { severity?: unknown } | null)?.severity !== undefined;

/** The error code of a write in a session that is read-only. */
const READ_ONLY = '25006';

/** Thrown if a connection could not be opened or has ended, with the code of SQL for it. */
export class DatabaseConnectionError extends Error {
  override name = 'ConnectionError';
  readonly code = '08006';

  constructor(cause: unknown) {
    super((cause as Error).message, { cause });
  }
}

/**
 * The database is shutting down or ending the connection, or a compatible database reports that the outcome is unknown.
 */
const OUTCOME_UNKNOWN = /^(08|57P|40003)/;

/**
 * Returns whether the outcome of a commit is unknown because the database's response was lost. If PostgreSQL or SQLite
 * itself refuses a commit, it rolls it back.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  const isReported = isFromPostgres(error) || codeOf(error).startsWith('SQLITE');
  return !isReported || OUTCOME_UNKNOWN.test(codeOf(error));
}

/** A statement with placeholders `$1`, `$2` and so on. */
export interface PostgresStatement {
  sql: string;
  bindings?: readonly unknown[];
}

/**
 * Runs independent statements in one round trip, each in a separate transaction, and returns the rows of each. Every
 * request waits for these statements, so it bypasses Knex, which would take a third of the time of a short statement.
 */
export async function runDirectly(db: Knex, statements: readonly PostgresStatement[]): Promise<unknown[][]> {
  const results = await onConnection(db, (connection) =>
    Promise.all(statements.map((statement) => execute(connection, statement))),
  );
  return results.map(({ rows }) => rows);
}

/** Runs work on a connection of the pool, which the work does not share. */
export async function onConnection<T>(db: Knex, run: (connection: pg.Client) => Promise<T>): Promise<T> {
  const connection: pg.Client = await db.client.acquireConnection();
  try {
    return await run(connection);
  } finally {
    await db.client.releaseConnection(connection);
  }
}

/**
 * The limit of each wait, as a share of the limit for the whole request. A request may wait for a connection, then in a
 * queue of `batches.ts`, and then for a lock. It still ends within the limit for the whole request.
 */
const SHARES = {
  /** For a lock. Waiting for a row can take two locks, the first of which is for the place in the row's queue. */
  lock: 0.15,
  connecting: 0.28,
  /** For a free connection. Opening a new connection times out earlier, so that the error gives the cause. */
  acquiring: 0.3,
  /** For any statement; the database ends statements that take longer. */
  statement: 2 / 3,
  /** For the response to a statement. The database gives up earlier, so that the connection stays usable. */
  answer: 0.7,
};

export const lockMillisecondsOf = (answerMilliseconds: number): number => Math.ceil(answerMilliseconds * SHARES.lock);

export const acquireMilliseconds = (answerMilliseconds: number): number =>
  Math.ceil(answerMilliseconds * SHARES.acquiring);

/**
 * Returns the options of a connection, with the timeouts that detect a dead peer, for example after a silent network
 * failure. Keepalive probes check an idle connection; a timeout covers a connection that is waiting for a response.
 *
 * @param answerMilliseconds how long a request may wait; undefined for no limit on connecting and on statements
 */
export const connectionOptions = (url: string, answerMilliseconds: number | undefined) => ({
  connectionString: withStandardModes(url),
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MILLISECONDS,
  ...(answerMilliseconds !== undefined && {
    connectionTimeoutMillis: answerMilliseconds * SHARES.connecting,
    // pg ends a connection even while statements are in flight on it.
    query_timeout: answerMilliseconds * SHARES.answer,
  }),
});

const KEEP_ALIVE_MILLISECONDS = 10_000;

/**
 * The timeouts with which the database ends statements that run too long or wait for a lock, because abandoned
 * statements would use up the database's connections.
 */
const timeoutsOf = (answerMilliseconds: number | undefined): Record<string, number> =>
  answerMilliseconds === undefined
    ? {}
    : {
        statement_timeout: Math.ceil(answerMilliseconds * SHARES.statement),
        lock_timeout: lockMillisecondsOf(answerMilliseconds),
      };

/**
 * Sets the settings of a new session, whatever the defaults of the database and the role are. Statements set them,
 * because poolers refuse connections that set them at the start.
 *
 * @param answerMilliseconds the limit of `timeoutsOf`; undefined for no limit
 */
export function prepareSession(connection: pg.Client, answerMilliseconds: number | undefined): void {
  // Higher levels refuse transactions that wait for the same row instead of running them one after another.
  const settings = { default_transaction_isolation: "'read committed'", ...timeoutsOf(answerMilliseconds) };
  for (const [name, value] of Object.entries(settings)) {
    // Databases that only implement PostgreSQL's protocol may not know the setting.
    connection.query(`set ${name} = ${value}`).catch(() => {});
  }
}

/** The statements that begin a transaction on a connection to a pooler in transaction mode. */
const pooledBegins = new WeakMap<pg.Client, string>();

/**
 * Makes a connection work through a pooler that gives each transaction any of its sessions. Its statements are not
 * prepared, and each transaction has the settings of `prepareSession`. A statement outside a transaction has those of
 * the database and the role.
 *
 * @param answerMilliseconds the limit of `timeoutsOf`; undefined for no limit
 */
export function useAnySession(connection: pg.Client, answerMilliseconds: number | undefined): void {
  const settings = Object.entries(timeoutsOf(answerMilliseconds)).map(
    ([name, value]) => `set local ${name} = ${value}`,
  );
  pooledBegins.set(connection, ['begin isolation level read committed', ...settings].join('; '));
}

/** Returns the statements that begin a transaction, to be sent as one query. */
export const beginOf = (connection: pg.Client): string => pooledBegins.get(connection) ?? 'BEGIN';

/**
 * Returns whether two connections use the same session of the database, or one of them changes its session. Then they
 * go through a pooler that gives each transaction any session. Some poolers give the session that was used last, and
 * some the one that was not used for longest.
 */
export async function shareSessions(first: pg.Client, second: pg.Client): Promise<boolean> {
  const [mark, otherMark] = [randomUUID(), randomUUID()];
  const set = (connection: pg.Client, value: string) =>
    connection.query(`select set_config('wigwag.session', '${value}', false)`);
  const isLost = async () =>
    (await first.query("select current_setting('wigwag.session', true) as mark")).rows[0].mark !== mark;
  try {
    await set(first, mark);
    if (await isLost()) {
      return true;
    }
    await set(second, otherMark);
    return await isLost();
  } catch (error) {
    // Databases that only implement PostgreSQL's protocol may not have such settings.
    if (isFromPostgres(error)) {
      return false;
    }
    throw error;
  }
}

/**
 * The socket of a connection. pg has no supported way to end a connection without waiting for the other side, or to
 * send several statements in one write.
 */
const streamOf = (connection: pg.Client): Socket =>
  (connection as unknown as { connection: { stream: Socket } }).connection.stream;

/** Ends a connection without notifying the other side, which may be gone. Pending statements fail with an error. */
export const endAtOnce = (connection: pg.Client): void => void streamOf(connection).destroy();

/**
 * Sends the statements of one turn of the event loop in one write. Separate writes would each cost a system call and
 * wake the database.
 */
function gather(connection: pg.Client): void {
  const stream = streamOf(connection);
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/**
 * Collects all writes from now on. Sends them as one write when the returned function is called, or after the event
 * loop has handled the received data.
 */
export function gatherAll(connection: pg.Client): () => void {
  const stream = streamOf(connection);
  let isDone = false;
  const send = () => {
    if (!isDone) {
      isDone = true;
      stream.uncork();
    }
  };
  stream.cork();
  setImmediate(send);
  return send;
}

/** The names of the prepared statements of each connection, by text. */
const prepared = new WeakMap<pg.Client, Map<string, string>>();

function namesOf(connection: pg.Client): Map<string, string> {
  const names = prepared.get(connection) ?? new Map<string, string>();
  prepared.set(connection, names);
  return names;
}

/** Returns the name of a prepared statement; undefined if it is not worth preparing. */
function nameOf(names: Map<string, string>, { sql, bindings = [] }: PostgresStatement): string | undefined {
  // Statements without values set options, or begin and end transactions.
  if (bindings.length > 0 && !names.has(sql) && names.size < PREPARED) {
    names.set(sql, `wigwag-${names.size + 1}`);
  }
  return names.get(sql);
}

/**
 * Runs a statement. Statements with values stay prepared, because Knex would have the database parse and plan each one
 * again.
 */
export async function execute(connection: pg.Client, statement: PostgresStatement): Promise<pg.QueryResult> {
  gather(connection);
  const names = namesOf(connection);
  const name = pooledBegins.has(connection) ? undefined : nameOf(names, statement);
  const query = { text: statement.sql, values: statement.bindings?.map(withoutNul) };
  try {
    return await connection.query(name === undefined ? query : { ...query, name });
  } catch (error) {
    if (!isFromPostgres(error) && streamOf(connection).destroyed) {
      throw new DatabaseConnectionError(error);
    }
    // A standby refuses writes with one code, and unlogged tables with the code of an outdated statement. A connection
    // may lead to a standby after a failover, if the address of the primary changed.
    if ([READ_ONLY, STATEMENT_OUTDATED].includes(codeOf(error))) {
      renewPool(connection);
    }
    const isOutdated = codeOf(error) === STATEMENT_OUTDATED && name !== undefined;
    if (isOutdated) {
      names.set(statement.sql, `${name}+`);
    }
    // If a statement in a transaction fails, the whole transaction has to run again.
    if (!isOutdated || connection.getTransactionStatus() !== 'I') {
      throw error;
    }
    return connection.query(query);
  }
}
