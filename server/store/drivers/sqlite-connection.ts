import { LRUCache } from 'lru-cache';

/** The members of better-sqlite3's connection that Knex's queries use. */
export interface SqliteConnection {
  readonly inTransaction: boolean;
  pragma(text: string): void;
  prepare(sql: string): object;
}

/** The number of cached prepared statements. It covers all queries, and some with lists of different lengths. */
const PREPARED = 500;

/**
 * Caches prepared statements, because Knex prepares each statement again, which takes as long as running it.
 *
 * Knex also begins every transaction as a reader. If another process is writing, a reader that then wants to write
 * fails at once, whatever the `busy_timeout`. A transaction that begins as a writer waits its turn.
 */
export function prepareOnce(connection: SqliteConnection): void {
  const prepare = connection.prepare.bind(connection);
  const prepared = new LRUCache<string, object>({ max: PREPARED });
  connection.prepare = (sql) => {
    if (CHANGES_SCHEMA.test(sql)) {
      // After a schema change, `*` selects other columns.
      prepared.clear();
    }
    if (!IS_DATA.test(sql)) {
      // A pragma takes effect when it is prepared, and each savepoint has a different name.
      return prepare(sql);
    }
    const known = prepared.get(sql) ?? prepare(sql === 'BEGIN;' ? 'BEGIN IMMEDIATE;' : planOnce(sql));
    prepared.set(sql, known);
    return known;
  };
}

/**
 * SQLite reads bound values when it plans a query with a limit or a partial index. It then plans the statement again
 * each time such a value is bound, which takes longer than running it. It does this for a plain value, but not for an
 * expression.
 */
const planOnce = (sql: string): string => sql.replaceAll('?', '+?').replace(/\blimit \+\?/gi, 'limit ? + 0');

const CHANGES_SCHEMA = /^\s*(create|alter|drop)\b/i;
const IS_DATA = /^\s*(select|insert|update|delete|with|begin|commit|rollback)\b/i;

/** Thrown for a statement whose transaction SQLite has rolled back. */
class RolledBackError extends Error {
  override name = 'RolledBackError';
  /** SQLite's code for this. */
  readonly code = 'SQLITE_ABORT_ROLLBACK';

  constructor() {
    super('SQLite rolled back the transaction after an earlier error, so this statement did not run');
  }
}

/**
 * Refuses the remaining statements of a transaction that SQLite itself has rolled back, as PostgreSQL does.
 *
 * After some errors, such as a full disk, SQLite rolls back the whole transaction, and runs and commits each later
 * statement alone (https://www.sqlite.org/lang_transaction.html, "Response To Errors Within A Transaction"). Queued
 * statements would then take effect without the earlier ones.
 */
export function requireTransactions(connection: SqliteConnection): void {
  const prepare = connection.prepare.bind(connection);
  let state: 'none' | 'beginning' | 'begun' = 'none';
  connection.prepare = (sql) => {
    if (state === 'beginning') {
      state = connection.inTransaction ? 'begun' : 'none';
    }
    const isLost = state === 'begun' && !connection.inTransaction;
    const verb = BOUNDARY.exec(sql)?.[1]?.toLowerCase();
    if (verb !== undefined) {
      state = verb === 'begin' ? 'beginning' : 'none';
    }
    if (isLost && verb !== 'begin' && verb !== 'rollback') {
      throw new RolledBackError();
    }
    return prepare(sql);
  };
}

/** A statement that begins or ends a transaction. `rollback to` ends only a savepoint. */
const BOUNDARY = /^\s*(begin|commit|rollback)\b(?!\s+to\b)/i;
