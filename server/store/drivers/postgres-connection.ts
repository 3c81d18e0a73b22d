import type { Socket } from 'node:net';
import type { Knex } from 'knex';
import type pg from 'pg';

type Ended = (error: (Error & { code?: unknown }) | null, result?: unknown) => void;
type Query = (config: string | pg.QueryConfig, ended: Ended) => unknown;

/** PostgreSQL's text cannot hold NUL, and JSON can: it becomes U+FFFD, so that no message is lost over it. */
export const withoutNul = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value);

/** So many statements of a connection are kept prepared, the first that come; each takes memory of the database. */
const PREPARED = 200;
/** What an `alter table` of a newer version makes of a statement that was prepared before. */
const STATEMENT_OUTDATED = '0A000';
/** PostgreSQL ends one of those that wait for each other in a circle. */
const DEADLOCK = '40P01';

/** Whether what this error has ended is undone, and can be done again. */
export const isPassing = (error: unknown): boolean =>
  [STATEMENT_OUTDATED, DEADLOCK].includes(String((error as { code?: unknown } | null)?.code));

/** It says that it goes down, or ends the connection; or, of databases that speak its protocol, that it does not know. */
const WITHOUT_ANSWER = /^(08|57P|40003)/;

/**
 * Whether nobody knows what became of a commit that ended with this error, because the database's answer to it did not come. What it
 * refuses itself is undone, and so is what SQLite does.
 */
export function isUnanswered(error: unknown): boolean {
  const { code, severity } = (error ?? {}) as { code?: unknown; severity?: unknown };
  const isTold = severity !== undefined || String(code).startsWith('SQLITE');
  return !isTold || WITHOUT_ANSWER.test(String(code));
}

/** A statement whose values stand in it as `$1` and so on. */
export interface Statement {
  sql: string;
  bindings: readonly unknown[];
}

/**
 * Runs statements that need nothing of each other on one way to the database and back, past Knex, which takes a third of what a
 * short one costs here: for what stands in the way of every request. Each is a transaction of its own. Gives the rows of each.
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
 * What each wait of a request may take, as a share of what all of them may. A request that waits for a connection, then in a queue of
 * `together.ts`, and then for a lock, ends within the whole.
 */
const SHARES = {
  /** For a lock that others hold. A row is two of them: the place in its queue comes first. */
  lock: 0.15,
  connecting: 0.28,
  /** For a free connection. A new one is refused before, so that the error says why. */
  acquiring: 0.3,
  /** For any statement: the database ends it. */
  statement: 2 / 3,
  /** For the answer to a statement. The database gives up before: then the connection continues to be of use. */
  answer: 0.7,
};

export const lockMillisecondsOf = (answerMilliseconds: number): number => Math.ceil(answerMilliseconds * SHARES.lock);

export const acquireMilliseconds = (answerMilliseconds: number): number =>
  Math.ceil(answerMilliseconds * SHARES.acquiring);

/**
 * How a connection ends that nobody is at the other end of, and no word of it comes, as when a network is gone. One that is idle is
 * found by asking the other system now and then; one that owes an answer, by the time that it takes.
 *
 * @param answerMilliseconds what a request may wait; undefined when connecting, and any statement, may take for ever
 */
export const boundsOf = (answerMilliseconds: number | undefined) => ({
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MILLISECONDS,
  ...(answerMilliseconds !== undefined && {
    connectionTimeoutMillis: answerMilliseconds * SHARES.connecting,
    // pg ends a connection with statements on their way over it.
    query_timeout: answerMilliseconds * SHARES.answer,
  }),
});

const KEEP_ALIVE_MILLISECONDS = 10_000;

/**
 * The database also ends a statement that takes too long or waits for a lock. Otherwise abandoned statements would use up the
 * connections that it allows. A statement asks for that, since poolers refuse connections
 * that ask when they begin.
 */
export function boundStatements(connection: pg.Client, answerMilliseconds: number): void {
  const bounds = {
    statement_timeout: Math.ceil(answerMilliseconds * SHARES.statement),
    lock_timeout: lockMillisecondsOf(answerMilliseconds),
  };
  for (const [name, milliseconds] of Object.entries(bounds)) {
    // Databases that only speak its protocol may not know it.
    connection.query(`set ${name} = ${milliseconds}`).catch(() => {});
  }
}

const streamOf = (connection: pg.Client): Socket =>
  (connection as unknown as { connection: { stream: Socket } }).connection.stream;

/** Ends a connection without a word to the other side, which may be gone; what still waits for it ends with an error. */
export const endAtOnce = (connection: pg.Client): void => void streamOf(connection).destroy();

/**
 * Makes a connection serve knex faster, which asks for one statement at a time and has each parsed and planned anew.
 *
 * Statements are kept prepared. Nobody waits for BEGIN, whose way there and back would be one more in each transaction: the first
 * statement follows it on the wire, and a connection that refuses to begin is of no use for what follows.
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

  /** What is asked for in one turn leaves in one write: each would cost a call of the system, and wake the database. */
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
      // What has failed in a transaction has to be run again as a whole.
      return inTransaction ? ended(error) : query({ ...config, values }, ended);
    });
  }) as Query as pg.Client['query'];
  done();
}
