import { createRequire } from 'node:module';
import { type Disk, type Statement, sqliteError } from '../machine/database.ts';
import { DurableLog } from '../machine/durable-log.ts';
import type { DatabaseStatement } from '../machine/postgres-session.ts';
import type { SimulatedProcess } from '../machine/process.ts';
import type { Scheduler } from '../machine/scheduler.ts';

const SECOND = 1_000_000;
/** How long a statement takes, in microseconds. */
const FAST = 40;
/** The maximum number of pages on a full disk. SQLite raises it to the size of the file. */
const FULL = 1;
const EMPTY = 2 ** 30;

type Connection = Statement['connection'];
/** The driver's class; the driver has no types. */
type Sqlite = new (path: string, options: { timeout: number }) => Connection;

/** The faults of a database. */
export interface DatabaseFaults {
  /** The end of the last fault, in microseconds. */
  readonly troubleUntil: number;
  /** Until when statements are slow, in microseconds. */
  readonly slowUntil: number;
  /** Calls `watch` before and after each statement. Returns a function that ends it. */
  watch(watch: (statement: DatabaseStatement, isAfter: boolean) => void): () => void;
  /** Keeps the database from growing for this long. */
  fill(seconds: number): void;
  /** Makes another process hold a lock that writes need for this long. */
  lock(seconds: number): void;
  /** The machine loses power. @param kept the share of the writes that are not durable and that the disk has written anyway */
  losePower(kept: number): void;
  /** Makes the next statements that begin with this verb fail. */
  refuse(verb: string, times: number): void;
  /** Makes every statement take this long. */
  slow(seconds: number, milliseconds: number): void;
  /** Ends all faults. */
  heal(): void;
}

/** The disk under the database, with its faults. */
export class FaultyDisk implements Disk, DatabaseFaults {
  readonly #scheduler: Scheduler;
  readonly #path: string;
  readonly #connections = new Set<Connection>();
  /** The processes that have opened the database. */
  readonly #users = new Set<SimulatedProcess>();
  readonly #log: DurableLog;
  readonly #refusals: { verb: string; times: number }[] = [];
  readonly #watchers = new Set<(statement: DatabaseStatement, isAfter: boolean) => void>();
  /** The time until which statements are slow, in microseconds. */
  slowUntil = 0;
  #slowness = 0;
  #fullUntil = 0;
  #lockHolder: Connection | undefined;
  /** The end of the last fault, in microseconds. */
  troubleUntil = 0;
  /** How far the clock of the database is ahead, in microseconds. */
  readonly #ahead: number;

  constructor(scheduler: Scheduler, path: string, ahead: number) {
    this.#scheduler = scheduler;
    this.#ahead = ahead;
    this.#path = path;
    this.#log = new DurableLog(path);
  }

  get now(): number {
    return this.#scheduler.now + this.#ahead;
  }

  opened(connection: Connection, process: SimulatedProcess | undefined): void {
    this.#connections.add(connection);
    if (process) {
      this.#users.add(process);
    }
    if (this.#fullUntil > this.#scheduler.now) {
      connection.pragma(`max_page_count = ${FULL}`);
    }
  }

  before(statement: Statement): void {
    this.#tell(statement, false);
    if (!statement.process.isAlive) {
      return;
    }
    const verb = verbOf(statement.sql);
    const refusal = this.#refusals.find((one) => one.verb === verb);
    if (refusal) {
      refusal.times -= 1;
      if (refusal.times === 0) {
        this.#refusals.splice(this.#refusals.indexOf(refusal), 1);
      }
      this.troubleUntil = Math.max(this.troubleUntil, this.#scheduler.now + SECOND);
      this.#scheduler.tell(statement.process, `the database refuses ${verb}`);
      throw sqliteError('SQLITE_IOERR', 'disk I/O error');
    }
  }

  after(statement: Statement): void {
    if (statement.isDurable && !statement.connection.inTransaction && !READS.test(statement.sql)) {
      this.#log.sync();
    }
    this.#tell(statement, true);
  }

  latency(): number {
    return this.slowUntil > this.#scheduler.now ? this.#slowness : FAST;
  }

  /** Calls `watch` before and after each statement. Returns a function that stops this. */
  watch(watch: (statement: DatabaseStatement, isAfter: boolean) => void): () => void {
    this.#watchers.add(watch);
    return () => this.#watchers.delete(watch);
  }

  #tell(statement: Statement, isAfter: boolean): void {
    for (const watch of [...this.#watchers]) {
      watch(statement, isAfter);
    }
  }

  /** Keeps the file from growing for this long. */
  fill(seconds: number): void {
    this.#during(seconds);
    this.#fullUntil = this.#scheduler.now + seconds * SECOND;
    this.#limit(FULL);
    this.#later(seconds, 'the disk has space again', () => this.#limit(EMPTY));
  }

  #limit(pages: number): void {
    for (const connection of this.#connections) {
      if (connection.open) {
        connection.pragma(`max_page_count = ${pages}`);
      } else {
        this.#connections.delete(connection);
      }
    }
  }

  /** Makes another process hold the write lock for this long. */
  lock(seconds: number): void {
    if (this.#lockHolder) {
      return;
    }
    this.#during(seconds);
    const Database = createRequire(import.meta.url)('better-sqlite3') as Sqlite;
    const holder = new Database(this.#path, { timeout: 0 });
    try {
      holder.exec('begin immediate');
    } catch {
      holder.close(); // a server is writing at this moment
      return;
    }
    this.#lockHolder = holder;
    this.#later(seconds, 'the other process releases its lock', () => {
      if (this.#lockHolder === holder) {
        this.#unlock();
      }
    });
  }

  #unlock(): void {
    this.#lockHolder?.exec('rollback');
    this.#lockHolder?.close();
    this.#lockHolder = undefined;
  }

  /**
   * Cuts the power: kills every process that uses the database, and loses the writes that no durable commit covers.
   *
   * @param kept the share of those writes that the disk has written anyway
   */
  losePower(kept: number): void {
    this.#during(1);
    this.#log.lose(kept, () => {
      this.#unlock();
      for (const process of this.#users) {
        process.kill();
      }
      this.#users.clear();
    });
  }

  /** Makes the next statements that begin with this verb fail. */
  refuse(verb: string, times: number): void {
    this.#during(5);
    this.#refusals.push({ verb, times });
  }

  /** Makes every statement take this long. */
  slow(seconds: number, milliseconds: number): void {
    this.#during(seconds);
    this.slowUntil = this.#scheduler.now + seconds * SECOND;
    this.#slowness = milliseconds * 1000;
  }

  /** Ends all faults. */
  heal(): void {
    this.#refusals.length = 0;
    this.slowUntil = 0;
    this.#fullUntil = 0;
    this.#limit(EMPTY);
    this.#unlock();
  }

  #during(seconds: number): void {
    this.troubleUntil = Math.max(this.troubleUntil, this.#scheduler.now + seconds * SECOND);
  }

  #later(seconds: number, what: string, run: () => void): void {
    this.#scheduler.schedule(this.#scheduler.kernel, what, seconds * SECOND, run);
  }
}

const READS = /^\s*(?:select|pragma)\b/i;

/** Returns the first word of a statement, in the form that plans use. */
export const verbOf = (sql: string): string => /^\s*(?:with\b.*?\)\s*)?(\w+)/s.exec(sql)?.[1] ?? '';
