import { createRequire } from 'node:module';
import pg from 'pg';

/** What a process has executed so far. */
export interface Executed {
  /** All statements, including those that begin and end transactions. */
  statements: number;
  /** Transactions that may have written. A write outside a transaction is one of them. */
  commits: number;
}

const COMMIT = /^\s*commit/i;
const BEGIN = /^\s*begin/i;
const END = /^\s*(commit|rollback(?!\s+to))/i;
const WRITE = /^\s*(insert|update|delete|replace|with\b[\s\S]*?\b(insert\s+into|update\s+\S+\s+set|delete\s+from)\b)/i;

/**
 * Counts the statements of this process in both drivers, below Knex. Connections must be opened after this call.
 *
 * @param note is called with each statement
 */
export function countStatements(note: (sql: string) => void = () => {}): Executed {
  const executed = { statements: 0, commits: 0 };
  const count = (sql: string, inTransaction: boolean) => {
    note(sql);
    executed.statements += 1;
    if (COMMIT.test(sql) || (!inTransaction && WRITE.test(sql))) {
      executed.commits += 1;
    }
  };
  countSqlite(count);
  countPostgres(count);
  return executed;
}

type Count = (sql: string, inTransaction: boolean) => void;
/** The part of better-sqlite3 that this file uses; the package has no types. */
interface PreparedStatement {
  source: string;
  database: { inTransaction: boolean };
}
type StatementMethod = (this: PreparedStatement, ...values: unknown[]) => unknown;
type Sqlite = new (path: string) => { prepare(sql: string): PreparedStatement; close(): void };

function countSqlite(count: Count): void {
  const memory = new (createRequire(import.meta.url)('better-sqlite3') as Sqlite)(':memory:');
  const prototype: Record<'run' | 'get' | 'all', StatementMethod> = Object.getPrototypeOf(memory.prepare('select 1'));
  memory.close();
  for (const name of ['run', 'get', 'all'] as const) {
    const method = prototype[name];
    prototype[name] = function (...values) {
      count(this.source, this.database.inTransaction);
      return method.apply(this, values);
    };
  }
}

function countPostgres(count: Count): void {
  const inTransaction = new WeakSet<object>();
  const { prototype } = pg.Client;
  const query = prototype.query as (this: object, ...values: unknown[]) => unknown;
  prototype.query = function (this: object, ...values: unknown[]) {
    const [asked] = values as [string | { text: string }];
    const sql = typeof asked === 'string' ? asked : asked.text;
    count(sql, inTransaction.has(this));
    if (BEGIN.test(sql)) {
      inTransaction.add(this);
    } else if (END.test(sql)) {
      inTransaction.delete(this);
    }
    return query.apply(this, values);
  } as typeof prototype.query;
}
