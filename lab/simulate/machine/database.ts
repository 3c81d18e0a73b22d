import { createRequire } from 'node:module';
import { runningProcess, type SimulatedProcess } from './process.ts';
import type { Scheduler } from './scheduler.ts';

const require = createRequire(import.meta.url);

/** A connection of better-sqlite3. */
interface DatabaseConnection {
  inTransaction: boolean;
  open: boolean;
  prepare(sql: string): { run(...values: unknown[]): unknown };
  exec(sql: string): void;
  pragma(sql: string, options?: { simple: boolean }): unknown;
  function(name: string, run: () => bigint): void;
  close(): void;
}

interface SqlQuery {
  sql: string;
}

interface KnexClient {
  /** The clients of all transactions share this object with the client that opened the connection. */
  config: object;
  acquireRawConnection(): Promise<DatabaseConnection>;
  _query(connection: DatabaseConnection, query: SqlQuery): Promise<unknown>;
}

/** What happens to a statement. `before` and `after` may kill the process that runs it. */
export interface SimulatedStatement {
  sql: string;
  process: SimulatedProcess;
  connection: DatabaseConnection;
  /** Whether a commit of the connection waits for the disk (`synchronous = FULL`). */
  isDurable: boolean;
}

/** Decides whether each statement succeeds, and how long it takes. */
export interface Disk {
  /** Called before the statement runs. @throws the database's error */
  before(statement: SimulatedStatement): void;
  /** Called after the statement has run. */
  after(statement: SimulatedStatement): void;
  /** How long the statement takes, in microseconds. */
  latency(statement: SimulatedStatement): number;
  /** The clock of the database, in microseconds since the epoch. */
  readonly now: number;
  /** Called when a connection has been opened. */
  opened(connection: DatabaseConnection, process: SimulatedProcess | undefined): void;
}

let disk: { scheduler: Scheduler; disk: Disk } | undefined;

/** Selects the disk that databases use from now on. */
export function useDisk(next: { scheduler: Scheduler; disk: Disk } | undefined): void {
  disk = next;
}

/** Returns an error as SQLite reports it. */
export function sqliteError(code: string, message: string): Error {
  const { SqliteError } = require('better-sqlite3') as { SqliteError: new (message: string, code: string) => Error };
  return new SqliteError(message, code);
}

const never = (): Promise<never> => new Promise(() => {});
const ENDS_TRANSACTION = /^(?:commit|rollback)\b(?! to\b)/i;
const PAUSE_WHILE_BUSY = 5_000;
/** The clock of PostgreSQL, as `workers.ts` reads it. */
const DATABASE_CLOCK = '(extract(epoch from clock_timestamp()) * 1000000)::bigint';
/** The function of SQL that returns the simulated clock. With the time itself, each statement would be a new one. */
const SIMULATED_CLOCK = 'simulated_clock';

/** Closes the connections of a process that is killed, as the kernel does. */
function closeOnKill(): void {
  const path = require.resolve('better-sqlite3');
  const Database = require('better-sqlite3');
  const module = require.cache[path] as NodeJS.Module;
  module.exports = new Proxy(Database, {
    construct(target, values, newTarget) {
      const connection: DatabaseConnection = Reflect.construct(target, values, newTarget);
      const close = connection.close.bind(connection);
      const kill = () => {
        // The server keeps some connections in a variable of its module. They must not keep the process in memory.
        connection.close = close;
        close();
      };
      const release = runningProcess()?.hold({ kill });
      connection.close = () => {
        release?.();
        kill();
      };
      return connection;
    },
  });
}

/** The lines of the trace for statements that run often. */
const titles = new Map<string, string>();
const MAX_TITLES = 2_000;

/** Returns the line of the trace for a statement. */
function titleOf(sql: string): string {
  const known = titles.get(sql);
  if (known !== undefined) {
    return known;
  }
  if (titles.size === MAX_TITLES) {
    titles.clear();
  }
  const title = `sql ${sql
    .replace(/\s+/g, ' ')
    .replace(/trx\d+/, 'trx')
    .slice(0, 90)}`;
  titles.set(sql, title);
  return title;
}

/** Makes every statement a step of its process, and closes the connections of a process that is killed. */
export function installDatabase(): void {
  closeOnKill();
  const { prototype } = require('knex/lib/dialects/better-sqlite3/index.js') as { prototype: KnexClient };
  const acquire = prototype.acquireRawConnection;
  const query = prototype._query;
  /** How long a connection waits for a lock, in microseconds. A wait inside SQLite would block all processes. */
  const busyTimeouts = new WeakMap<DatabaseConnection, number>();
  /** Connections whose commits need not survive power loss. */
  const hasty = new WeakSet<DatabaseConnection>();
  /** The server passes Knex an object that prepares statements instead of the connection. Each client has one connection. */
  const opened = new WeakMap<object, DatabaseConnection>();
  const setSynchronous = (connection: DatabaseConnection, text: string) =>
    /= *full/i.test(text) ? hasty.delete(connection) : hasty.add(connection);

  prototype.acquireRawConnection = async function acquireRawConnection() {
    const connection = await acquire.call(this);
    opened.set(this.config, connection);
    connection.function(SIMULATED_CLOCK, () => BigInt(disk?.disk.now ?? 0));
    connection.pragma('busy_timeout = 0');
    busyTimeouts.set(connection, 0);
    const pragma = connection.pragma.bind(connection);
    connection.pragma = (text, options) => {
      const timeout = /^busy_timeout = (\d+)$/.exec(text)?.[1];
      if (timeout !== undefined) {
        busyTimeouts.set(connection, Number(timeout) * 1000);
        return undefined;
      }
      if (/^synchronous/.test(text)) {
        setSynchronous(connection, text);
        return pragma('synchronous = OFF', options);
      }
      return pragma(text, options);
    };
    disk?.disk.opened(connection, runningProcess());
    return connection;
  };

  prototype._query = async function _query(prepares, given) {
    const process = runningProcess();
    if (disk === undefined || process === undefined) {
      return query.call(this, prepares, given);
    }
    if (!process.isAlive) {
      return never();
    }
    const connection = opened.get(this.config) ?? prepares;
    const timeout = /^pragma busy_timeout = (\d+)$/.exec(given.sql)?.[1];
    if (timeout !== undefined) {
      busyTimeouts.set(connection, Number(timeout) * 1000);
      return query.call(this, prepares, { ...given, sql: 'pragma busy_timeout = 0' });
    }
    if (/^pragma synchronous/.test(given.sql)) {
      setSynchronous(connection, given.sql); // the file is in memory, so it stays off
      return { ...given, response: [] };
    }
    // The simulation cannot move SQLite's clock, and PostgreSQL's expression is not valid on SQLite.
    given.sql = given.sql.replaceAll(DATABASE_CLOCK, `${SIMULATED_CLOCK}()`);
    const { scheduler, disk: current } = disk;
    const isDurable = !hasty.has(connection);
    const statement: SimulatedStatement = { sql: given.sql, process, connection, isDurable };
    const what = titleOf(given.sql);
    const deadline = scheduler.now + (busyTimeouts.get(connection) ?? 0);
    for (;;) {
      await scheduler.pause(process, what, current.latency(statement), false);
      if (ENDS_TRANSACTION.test(given.sql)) {
        // The server notes that the transaction ends when it prepares the statement, before SQLite can refuse it.
        prepares.prepare(given.sql);
      }
      current.before(statement);
      if (!process.isAlive) {
        return never();
      }
      try {
        const result = await query.call(this, prepares, given);
        current.after(statement);
        return process.isAlive ? result : never();
      } catch (error) {
        if (!process.isAlive) {
          return never();
        }
        if ((error as { code?: string }).code !== 'SQLITE_BUSY' || scheduler.now >= deadline) {
          throw error;
        }
      }
      await scheduler.pause(process, 'waits for a lock', PAUSE_WHILE_BUSY, false);
    }
  };
}
