import type { Socket } from 'node:net';
import type { Knex } from 'knex';
import type pg from 'pg';

type Ended = (error: (Error & { code?: unknown }) | null, result?: unknown) => void;
type Query = (config: string | pg.QueryConfig, ended: Ended) => unknown;

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
/** The error code with which PostgreSQL ends one transaction of a deadlock. */
const DEADLOCK = '40P01';

/** Returns whether the failed work was rolled back and can run again. */
export const isPassing = (error: unknown): boolean =>
  [STATEMENT_OUTDATED, DEADLOCK].includes(String((error as { code?: unknown } | null)?.code));

/**
 * The database is shutting down or ending the connection, or a compatible database reports that the outcome is unknown.
 */
const WITHOUT_ANSWER = /^(08|57P|40003)/;

/**
 * Returns whether the outcome of a commit is unknown because the database's response was lost. If PostgreSQL or SQLite
 * itself refuses a commit, it rolls it back.
 */
export function isUnanswered(error: unknown): boolean {
  const { code, severity } = (error ?? {}) as { code?: unknown; severity?: unknown };
  const isTold = severity !== undefined || String(code).startsWith('SQLITE');
  return !isTold || WITHOUT_ANSWER.test(String(code));
}

/** A statement with placeholders `$1`, `$2` and so on. */
export interface Statement {
  sql: string;
  bindings: readonly unknown[];
}

/**
 * Runs independent statements in one round trip, each in a separate transaction, and returns the rows of each. Every
 * request waits for these statements, so it bypasses Knex, which would take a third of the time of a short statement.
 */
export async function runDirectly(db: Knex, statements: readonly Statement[]): Promise<unknown[][]> {
  const connection: { query: Query } = await db.client.acquireConnection();
  const run = ({ sql, bindings }: Statement) =>
    new Promise<unknown[]>((resolve, reject) => {
      connection.query({ text: sql, values: [...bindings] }, (error, result) =>
        error ? reject(error) : resolve((result as pg.QueryResult).rows),
      );
    });
  try {
    return await Promise.all(statements.map(run));
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
 * Returns the timeouts that detect a dead peer, for example after a silent network failure. Keepalive probes check an
 * idle connection; a timeout covers a connection that is waiting for a response.
 *
 * @param answerMilliseconds how long a request may wait; undefined for no limit on connecting and on statements
 */
export const boundsOf = (answerMilliseconds: number | undefined) => ({
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
 * Makes the database also end statements that run too long or wait for a lock. Otherwise abandoned statements would use
 * up the database's connections. A statement sets the limits, because poolers refuse connections that set them at the
 * start.
 */
export function boundStatements(connection: pg.Client, answerMilliseconds: number): void {
  const bounds = {
    statement_timeout: Math.ceil(answerMilliseconds * SHARES.statement),
    lock_timeout: lockMillisecondsOf(answerMilliseconds),
  };
  for (const [name, milliseconds] of Object.entries(bounds)) {
    // Databases that only implement PostgreSQL's protocol may not know the setting.
    connection.query(`set ${name} = ${milliseconds}`).catch(() => {});
  }
}

const streamOf = (connection: pg.Client): Socket =>
  (connection as unknown as { connection: { stream: Socket } }).connection.stream;

/** Ends a connection without notifying the other side, which may be gone. Pending statements fail with an error. */
export const endAtOnce = (connection: pg.Client): void => void streamOf(connection).destroy();

/**
 * Makes a connection faster for Knex, which sends one statement at a time and has each one parsed and planned again.
 *
 * Statements stay prepared. BEGIN needs no separate round trip, because the first statement follows it immediately: if
 * BEGIN fails, that statement also fails.
 */
export function usePreparedStatements(connection: pg.Client, done: () => void): void {
  const query = connection.query.bind(connection) as Query;
  const names = new Map<string, string>();
  let named = 0;
  let inTransaction = false;

  function nameOf(text: string): string | undefined {
    if (!names.has(text) && names.size < PREPARED) {
      named += 1;
      names.set(text, `wigwag-${named}`);
    }
    return names.get(text);
  }

  /**
   * Sends the statements of one turn of the event loop in one write. Separate writes would each cost a system call and
   * wake the database.
   */
  function gather(): void {
    const stream = streamOf(connection);
    stream.cork();
    process.nextTick(() => stream.uncork());
  }

  connection.query = ((config, ended) => {
    gather();
    if (typeof config === 'string') {
      return query(config, ended);
    }
    const { text } = config;
    if (text === 'BEGIN;') {
      inTransaction = true;
      query(config, (error) => error && endAtOnce(connection));
      return process.nextTick(ended, null, { command: 'BEGIN', rows: [] });
    }
    if (text === 'COMMIT;' || text === 'ROLLBACK') {
      inTransaction = false;
      return query(config, ended);
    }
    const values = config.values?.map(withoutNul);
    const name = nameOf(text);
    return query({ ...config, ...(name !== undefined && { name }), values }, (error, result) => {
      if (error?.code !== STATEMENT_OUTDATED || name === undefined) {
        return ended(error, result);
      }
      names.delete(text);
      // If a statement in a transaction fails, the whole transaction has to run again.
      return inTransaction ? ended(error) : query({ ...config, values }, ended);
    });
  }) as Query as pg.Client['query'];
  done();
}
