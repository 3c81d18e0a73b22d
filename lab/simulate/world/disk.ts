import { createRequire } from 'node:module';
import { type Disk, type SimulatedStatement, sqliteError } from '../machine/database.ts';
import { DurableLog } from '../machine/durable-log.ts';
import type { SimulatedProcess } from '../machine/process.ts';
import type { Scheduler } from '../machine/scheduler.ts';
import { FaultyDatabase } from './faulty-database.ts';

const SECOND = 1_000_000;
/** The maximum number of pages on a full disk. SQLite raises it to the size of the file. */
const FULL = 1;
const EMPTY = 2 ** 30;

type DatabaseConnection = SimulatedStatement['connection'];
/** The driver's class; the driver has no types. */
type Sqlite = new (path: string, options: { timeout: number }) => DatabaseConnection;

/** The disk under the database, with its faults. */
export class FaultyDisk extends FaultyDatabase implements Disk {
  readonly #path: string;
  readonly #connections = new Set<DatabaseConnection>();
  /** The processes that have opened the database. */
  readonly #users = new Set<SimulatedProcess>();
  readonly #log: DurableLog;
  #fullUntil = 0;
  #lockHolder: DatabaseConnection | undefined;

  constructor(scheduler: Scheduler, path: string, ahead: number) {
    super(scheduler, ahead);
    this.#path = path;
    this.#log = new DurableLog(path);
  }

  opened(connection: DatabaseConnection, process: SimulatedProcess | undefined): void {
    this.#log.opened();
    this.#openConnections();
    this.#connections.add(connection);
    if (process && !this.#users.has(process)) {
      this.#users.add(process);
      process.hold({ kill: () => this.#users.delete(process) });
    }
    if (this.#fullUntil > this.scheduler.now) {
      connection.pragma(`max_page_count = ${FULL}`);
    }
  }

  before(statement: SimulatedStatement): void {
    this.tell(statement, false);
    if (!statement.process.isAlive) {
      return;
    }
    const refusal = this.refusalOf(statement);
    if (refusal) {
      if (refusal.endsTransaction && statement.connection.inTransaction) {
        statement.connection.exec('rollback');
      }
      throw sqliteError('SQLITE_IOERR', 'disk I/O error');
    }
  }

  after(statement: SimulatedStatement): void {
    if (statement.isDurable && !statement.connection.inTransaction && !READS.test(statement.sql)) {
      this.#log.sync();
    }
    this.tell(statement, true);
  }

  /** Keeps the file from growing for this long. */
  fill(seconds: number): void {
    this.during(seconds);
    this.#fullUntil = this.scheduler.now + seconds * SECOND;
    this.#limit(FULL);
    this.#later(seconds, 'the disk has space again', () => this.#limit(EMPTY));
  }

  #limit(pages: number): void {
    for (const connection of this.#openConnections()) {
      connection.pragma(`max_page_count = ${pages}`);
    }
  }

  /** Forgets closed connections, which would keep their server in memory. Returns the others. */
  #openConnections(): ReadonlySet<DatabaseConnection> {
    for (const connection of this.#connections) {
      if (!connection.open) {
        this.#connections.delete(connection);
      }
    }
    return this.#connections;
  }

  /** Makes another process hold the write lock for this long. */
  lock(seconds: number): void {
    if (this.#lockHolder) {
      return;
    }
    this.during(seconds);
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
    this.during(1);
    this.#log.lose(kept, () => {
      this.#unlock();
      for (const process of this.#users) {
        process.kill();
      }
    });
  }

  /** Ends all faults. */
  override heal(): void {
    super.heal();
    this.#fullUntil = 0;
    this.#limit(EMPTY);
    this.#unlock();
  }

  #later(seconds: number, what: string, run: () => void): void {
    this.scheduler.schedule(this.scheduler.kernel, what, seconds * SECOND, run);
  }
}

const READS = /^\s*(?:select|pragma)\b/i;
