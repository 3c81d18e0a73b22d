import type { Socket } from 'node:net';
import type { Knex } from 'knex';
import type pg from 'pg';

type Ended = (error: (Error & { code?: unknown }) | null, result?: unknown) => void;
type Query = (config: string | pg.QueryConfig, ended: Ended) => unknown;

/** PostgreSQL's text cannot hold NUL, and JSON can: NUL becomes U+FFFD, so that no message is lost. */
export const withoutNul = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value);

/**
 * The maximum number of prepared statements per connection, in order of first use; each takes memory of the database.
 */
const PREPARED = 200;
/** The error of a statement that was prepared before an `alter table` of a newer version. */
const STATEMENT_OUTDATED = '0A000';
/** The error with which PostgreSQL ends one transaction of a deadlock. */
const DEADLOCK = '40P01';

/** Whether the failed work was rolled back and can run again. */
export const isPassing = (error: unknown): boolean =>
  [STATEMENT_OUTDATED, DEADLOCK].includes(String((error as { code?: unknown } | null)?.code));

/**
 * The database shuts down or ends the connection, or, for compatible databases, reports that the outcome is unknown.
 */
const WITHOUT_ANSWER = /^(08|57P|40003)/;

/**
 * Whether the outcome of a commit is unknown, because the database's answer was lost. Commits that PostgreSQL itself
 * refuses are rolled back, and so are those of SQLite.
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
 * Runs independent statements in one round trip, each in a separate transaction, and returns the rows of each. It
 * bypasses Knex, which would take a third of the time of a short statement: every request waits for these statements.
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
 * The limit of each wait, as a share of the limit for the whole request. A request that waits for a connection, then in
 * a queue of `batched-transaction.ts`, and then for a lock, still ends within the whole.
 */
const SHARES = {
  /** For a lock. Waiting for one row can take two locks: first the place in the row's queue. */
  lock: 0.15,
  connecting: 0.28,
  /** For a free connection. Opening a new one times out earlier, so that the error gives the cause. */
  acquiring: 0.3,
  /** For any statement: the database ends it. */
  statement: 2 / 3,
  /** For the answer to a statement. The database gives up earlier, so that the connection stays usable. */
  answer: 0.7,
};

export const lockMillisecondsOf = (answerMilliseconds: number): number => Math.ceil(answerMilliseconds * SHARES.lock);

export const acquireMilliseconds = (answerMilliseconds: number): number =>
  Math.ceil(answerMilliseconds * SHARES.acquiring);

/**
 * Returns the timeouts that detect a dead peer, for example after a network failure without notice. Keepalive probes
 * check an idle connection; a timeout covers a connection that waits for an answer.
 *
 * @param answerMilliseconds how long a request may wait; undefined for no limit on connecting and on statements
 */
export const boundsOf = (answerMilliseconds: number | undefined) => ({
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MILLISECONDS,
  ...(answerMilliseconds !== undefined && {
    connectionTimeoutMillis: answerMilliseconds * SHARES.connecting,
    // pg ends a connection while statements are in flight on it.
    query_timeout: answerMilliseconds * SHARES.answer,
  }),
});

const KEEP_ALIVE_MILLISECONDS = 10_000;

/**
 * Makes the database also end statements that run too long or wait for a lock. Otherwise abandoned statements would use
 * up its connections. The limits are set by a statement, because poolers refuse connections that set them at the start.
 */
export function boundStatements(connection: pg.Client, answerMilliseconds: number): void {
  const bounds = {
    statement_timeout: Math.ceil(answerMilliseconds * SHARES.statement),
    lock_timeout: lockMillisecondsOf(answerMilliseconds),
  };
  for (const [name, milliseconds] of Object.entries(bounds)) {
    // Databases that only speak PostgreSQL's protocol may not know the setting.
    connection.query(`set ${name} = ${milliseconds}`).catch(() => {});
  }
}

const streamOf = (connection: pg.Client): Socket =>
  (connection as unknown as { connection: { stream: Socket } }).connection.stream;

/** Ends a connection without notifying the other side, which may be gone; pending statements fail with an error. */
export const endAtOnce = (connection: pg.Client): void => void streamOf(connection).destroy();

/**
 * Makes a connection faster for Knex, which sends one statement at a time and has each parsed and planned again.
 *
 * Statements stay prepared. BEGIN costs no separate round trip: the first statement follows it on the wire, and a
 * connection that refuses to begin also fails what follows.
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
   * Statements of one turn of the event loop leave in one write: separate writes would each cost a system call and wake
   * the database.
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
