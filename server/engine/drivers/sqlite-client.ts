import BetterSqliteClient from 'knex/lib/dialects/better-sqlite3/index.js';
import Transaction from 'knex/lib/execution/transaction.js';
import { LRUCache } from 'lru-cache';
import type { CompiledStatement, TransactionArguments } from './knex-dialect.ts';

/** The members of better-sqlite3's connection that Knex's queries use. */
export interface SqliteConnection {
  readonly inTransaction: boolean;
  pragma(text: string): void;
  prepare(sql: string): object;
  exec(sql: string): void;
}

/** The number of cached prepared statements. It covers all queries, and some with lists of different lengths. */
const PREPARED = 500;

const CHANGES_SCHEMA = /^\s*(create|alter|drop)\b/i;
const IS_DATA = /^\s*(select|insert|update|delete|with|begin|commit|rollback)\b/i;
/** A statement that begins or ends a transaction. `rollback to` ends only a savepoint. */
const BOUNDARY = /^\s*(begin|commit|rollback)\b(?!\s+to\b)/i;

/** How Knex commits a transaction. */
const COMMIT = 'COMMIT;';

/** By connection, because the client of each transaction is a different object. */
const statements = new WeakMap<SqliteConnection, Statements>();

/**
 * Knex's client for SQLite. Knex prepares each statement again, which takes as long as running it; this client caches
 * prepared statements.
 */
export class SqliteClient extends BetterSqliteClient {
  override _query(connection: SqliteConnection, statement: CompiledStatement): Promise<CompiledStatement> {
    const own = statements.get(connection) ?? new Statements(connection);
    statements.set(connection, own);
    const done = super._query(own, statement);
    return statement.sql === COMMIT ? own.endIfRefused(done) : done;
  }

  override transaction(...args: TransactionArguments): unknown {
    return new WriterTransaction(this, ...args);
  }
}

/**
 * Begins as a writer. Knex begins every transaction as a reader. If another process is writing, a reader that then
 * wants to write fails at once, despite the `busy_timeout`. A transaction that begins as a writer waits its turn.
 */
class WriterTransaction extends Transaction {
  override begin(connection: SqliteConnection): Promise<unknown> {
    return this.query(connection, 'BEGIN IMMEDIATE;');
  }
}

/** The prepared statements of a connection. */
class Statements {
  readonly #connection: SqliteConnection;
  readonly #prepared = new LRUCache<string, object>({ max: PREPARED });
  #transaction: 'none' | 'beginning' | 'begun' = 'none';

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  /** Returns a prepared statement. @throws {RolledBackError} */
  prepare(sql: string): object {
    this.#requireTransaction(sql);
    if (CHANGES_SCHEMA.test(sql)) {
      // After a schema change, `*` selects other columns.
      this.#prepared.clear();
    }
    if (!IS_DATA.test(sql)) {
      // A pragma takes effect when it is prepared, and each savepoint has a different name.
      return this.#connection.prepare(sql);
    }
    const known = this.#prepared.get(sql) ?? this.#connection.prepare(planOnce(sql));
    this.#prepared.set(sql, known);
    return known;
  }

  /**
   * Ends the transaction if SQLite refuses its commit. SQLite may keep it open, and Knex does not end it. All queries
   * share the connection, so the next read would see writes that are undone later.
   *
   * @throws SQLite's error
   */
  async endIfRefused<T>(commit: Promise<T>): Promise<T> {
    try {
      return await commit;
    } catch (error) {
      if (this.#connection.inTransaction) {
        this.#connection.exec('rollback');
      }
      throw error;
    }
  }

  /**
   * Refuses the remaining statements of a transaction that SQLite itself has rolled back, as PostgreSQL does.
   *
   * After some errors, such as a full disk, SQLite rolls back the whole transaction, and runs and commits each later
   * statement alone (https://www.sqlite.org/lang_transaction.html, "Response To Errors Within A Transaction"). Queued
   * statements would then take effect without the earlier ones.
   *
   * @throws {RolledBackError}
   */
  #requireTransaction(sql: string): void {
    if (this.#transaction === 'beginning') {
      this.#transaction = this.#connection.inTransaction ? 'begun' : 'none';
    }
    const isLost = this.#transaction === 'begun' && !this.#connection.inTransaction;
    const verb = BOUNDARY.exec(sql)?.[1]?.toLowerCase();
    if (verb !== undefined) {
      this.#transaction = verb === 'begin' ? 'beginning' : 'none';
    }
    if (isLost && verb !== 'begin' && verb !== 'rollback') {
      throw new RolledBackError();
    }
  }
}

/**
 * SQLite reads bound values when it plans a query with a limit or a partial index. It then plans the statement again
 * each time such a value is bound, which takes longer than running it. It does this for a plain value, but not for an
 * expression.
 */
const planOnce = (sql: string): string => sql.replaceAll('?', '+?').replace(/\blimit \+\?/gi, 'limit ? + 0');

/** Thrown for a statement whose transaction SQLite has rolled back. */
class RolledBackError extends Error {
  override name = 'RolledBackError';
  /** SQLite's code for this. */
  readonly code = 'SQLITE_ABORT_ROLLBACK';

  constructor() {
    super('SQLite rolled back the transaction after an earlier error, so this statement did not run');
  }
}
