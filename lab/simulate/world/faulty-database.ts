import type { DatabaseStatement } from '../machine/postgres-session.ts';
import type { Scheduler } from '../machine/scheduler.ts';

const SECOND = 1_000_000;
/** How long a statement takes, in microseconds. */
const FAST = 40;

/** Statements to refuse. */
export interface RefusedStatements {
  /** Their first word (`verbOf`). */
  verb: string;
  times: number;
  /** How many of them still succeed before that. @default 0 */
  after?: number;
  /** Whether SQLite also rolls back the transaction, as it may after an I/O error. PostgreSQL always refuses its other statements. */
  endsTransaction: boolean;
}

type Watch = (statement: DatabaseStatement, isAfter: boolean) => void;

/** A database with its faults. */
export abstract class FaultyDatabase {
  protected readonly scheduler: Scheduler;
  readonly #ahead: number;
  readonly #refusals: RefusedStatements[] = [];
  readonly #watchers = new Set<Watch>();
  #slowness = 0;
  /** The time until which statements are slow, in microseconds. */
  slowUntil = 0;
  /** The end of the last fault, in microseconds. */
  troubleUntil = 0;

  /** @param ahead how far the clock of the database is ahead, in microseconds */
  constructor(scheduler: Scheduler, ahead: number) {
    this.scheduler = scheduler;
    this.#ahead = ahead;
  }

  /** The clock of the database, in microseconds since the epoch. */
  get now(): number {
    return this.scheduler.now + this.#ahead;
  }

  /** Keeps the database from growing for this long. */
  abstract fill(seconds: number): void;
  /** Makes another process hold a lock that writes need for this long. */
  abstract lock(seconds: number): void;
  /** The machine loses power. @param kept the share of the writes that are not durable and that the disk has written anyway */
  abstract losePower(kept: number): void;

  latency(): number {
    return this.slowUntil > this.scheduler.now ? this.#slowness : FAST;
  }

  /** Makes every statement take this long. */
  slow(seconds: number, milliseconds: number): void {
    this.during(seconds);
    this.slowUntil = this.scheduler.now + seconds * SECOND;
    this.#slowness = milliseconds * 1000;
  }

  /** Makes the next statements that begin with a verb fail. */
  refuse(refusal: RefusedStatements): void {
    this.during(5);
    this.#refusals.push({ ...refusal });
  }

  /** Returns why this statement must fail, and counts it. */
  protected refusalOf({ sql, process }: DatabaseStatement): RefusedStatements | undefined {
    const verb = verbOf(sql);
    const refusal = this.#refusals.find((one) => one.verb === verb);
    if (refusal === undefined) {
      return undefined;
    }
    if (refusal.after) {
      refusal.after -= 1;
      return undefined;
    }
    refusal.times -= 1;
    if (refusal.times === 0) {
      this.#refusals.splice(this.#refusals.indexOf(refusal), 1);
    }
    this.during(1);
    this.scheduler.tell(process, `the database refuses ${verb}`);
    return refusal;
  }

  /** Calls `watch` before and after each statement. Returns a function that stops this. */
  watch(watch: Watch): () => void {
    this.#watchers.add(watch);
    return () => this.#watchers.delete(watch);
  }

  protected tell(statement: DatabaseStatement, isAfter: boolean): void {
    for (const watch of [...this.#watchers]) {
      watch(statement, isAfter);
    }
  }

  protected during(seconds: number): void {
    this.troubleUntil = Math.max(this.troubleUntil, this.scheduler.now + seconds * SECOND);
  }

  /** Ends all faults. */
  heal(): void {
    this.#refusals.length = 0;
    this.slowUntil = 0;
  }
}

/** Returns the first word of a statement, in the form that plans use. */
export const verbOf = (sql: string): string => /^\s*(?:with\b.*?\)\s*)?(\w+)/s.exec(sql)?.[1] ?? '';
