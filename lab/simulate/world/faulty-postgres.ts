import type { PostgresGate } from '../machine/postgres.ts';
import { type DatabaseStatement, type PostgresFaults, PostgresRefusal } from '../machine/postgres-session.ts';
import { FaultyDatabase, verbOf } from './faulty-database.ts';

const SECOND = 1_000_000;
const GROWS = /^(insert|update)$/i;

/** PostgreSQL with its faults. */
export class FaultyPostgres extends FaultyDatabase implements PostgresFaults {
  gate!: PostgresGate;
  #fullUntil = 0;
  #downUntil = 0;
  #isLocked = false;
  /** The commits whose connection breaks. */
  readonly #breaks: { left: number; isAfter: boolean }[] = [];

  before(statement: DatabaseStatement): void {
    this.tell(statement, false);
    if (!statement.process.isAlive) {
      return;
    }
    const { now } = this.scheduler;
    if (this.#downUntil > now) {
      throw new PostgresRefusal('57P03', 'the database system is starting up', true);
    }
    if (this.#breaksNow(statement, false)) {
      throw new PostgresRefusal('57P01', 'terminating connection due to administrator command', true);
    }
    const verb = verbOf(statement.sql);
    if (this.#fullUntil > now && GROWS.test(verb)) {
      throw new PostgresRefusal('53100', 'could not extend file: No space left on device');
    }
    if (this.refusalOf(statement)) {
      // A server process that cannot begin a transaction ends: the next statements must not run outside one.
      throw new PostgresRefusal('58030', 'could not read or write a file: Input/output error', verb === 'BEGIN');
    }
  }

  after(statement: DatabaseStatement): boolean {
    this.tell(statement, true);
    return !this.#breaksNow(statement, true);
  }

  #breaksNow({ sql, process }: DatabaseStatement, isAfter: boolean): boolean {
    const waiting = sql.startsWith('COMMIT') ? this.#breaks.filter((one) => one.isAfter === isAfter) : [];
    for (const one of waiting) {
      one.left -= 1;
    }
    const due = waiting.find(({ left }) => left === 0);
    if (due === undefined) {
      return false;
    }
    this.#breaks.splice(this.#breaks.indexOf(due), 1);
    this.during(1);
    this.scheduler.tell(process, `its connection breaks ${isAfter ? 'after' : 'before'} a commit`);
    return true;
  }

  fill(seconds: number): void {
    this.during(seconds);
    this.#fullUntil = this.scheduler.now + seconds * SECOND;
  }

  /** Reads are not affected. */
  lock(seconds: number): void {
    if (this.#isLocked) {
      return;
    }
    this.during(seconds);
    this.#isLocked = true;
    this.gate.disturb(() => this.gate.server.lock(['messages', 'outbox']));
    this.scheduler.schedule(this.scheduler.kernel, 'the other session releases its lock', seconds * SECOND, () =>
      this.#unlock(),
    );
  }

  #unlock(): void {
    if (this.#isLocked) {
      this.#isLocked = false;
      this.gate.disturb(() => this.gate.server.unlock());
    }
  }

  losePower(): never {
    throw new Error('the simulation does not know what PostgreSQL has written');
  }

  /** Breaks the connection of the n-th commit from now, before PostgreSQL commits or before it answers. */
  breakCommit(commits: number, isAfter: boolean): void {
    this.during(5);
    this.#breaks.push({ left: commits, isAfter });
  }

  /** Ends all connections, and refuses new ones for this long. */
  restart(seconds: number): void {
    this.during(seconds);
    this.#downUntil = this.scheduler.now + seconds * SECOND;
    this.gate.terminate();
  }

  override heal(): void {
    super.heal();
    this.#breaks.length = 0;
    this.#fullUntil = 0;
    this.#downUntil = 0;
    this.#unlock();
  }
}
