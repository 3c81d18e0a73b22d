import { AsyncResource } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import TinyQueue from 'tinyqueue';
import type { Random } from '../../testing/random.ts';
import { SimulatedProcess } from './process.ts';

/** The timers of the machine that runs the simulation. `globals.ts` replaces them for everything else. */
export const real = { setImmediate, setTimeout, now: performance.now.bind(performance), date: Date.now.bind(Date) };

/** Runs a function in the async context in which this one was created. */
type InContext = <R>(run: () => R) => R;

const RealDate = Date;

/** A step that a process will take. */
interface SchedulerStep {
  what: string;
  run(): void;
}

/** A timer of a process, or the arrival of a packet. */
export interface SimulatedTimer {
  /** Microseconds of simulated time. */
  at: number;
  /** The order of timers that are due at the same time. */
  order: number;
  /** The delay after which it was due. It is also the period of a timer that polls. */
  delay: number;
  process: SimulatedProcess;
  what: string;
  /** Whether this is a poll. Long idle periods skip polls, because they would find nothing. */
  isPoll: boolean;
  /** Whether this is a new event, after which polls run for a while. Statements and packets only follow from events. */
  isEvent: boolean;
  isCancelled: boolean;
  run(): void;
}

/** How long polls run before an event. */
const EARLY = 500_000;
/** How long a step takes, in microseconds. Time always advances, so that a loop that waits for a point in time ends. */
const STEP = 20;

/** Thrown if the simulated processes take more steps than a plan can need: they are in a loop. */
export class EndlessError extends Error {
  override name = 'EndlessError';
}

/** How long polls run after a change, in microseconds: longer than they need to notice it. */
export interface Lively {
  /** After work, such as a request or a retry. */
  afterWork: number;
  /** After a process has died, stopped or been cut off: the others notice its silence only after some time. */
  afterSilence: number;
}

interface SchedulerOptions {
  /** Microseconds since the epoch. */
  start: number;
  lively: Lively;
  /** Receives each line of the trace. */
  write?: ((line: string) => void) | undefined;
}

/**
 * Decides what happens next. Everything that processes wait for (timers, the network, the store) becomes a step of one
 * process. The seed chooses among the processes that have a step. Between two steps, all promises that can settle do so.
 */
export class Scheduler {
  readonly random: Random;
  /** Runs the steps that belong to no process: faults that end, supervisors that start servers. */
  readonly kernel: SimulatedProcess;
  /** Microseconds since the epoch. */
  now: number;
  #timers = new TinyQueue<SimulatedTimer>([], compare);
  #polls = new TinyQueue<SimulatedTimer>([], compare);
  readonly #processes = new Set<SimulatedProcess>();
  readonly #ready: SimulatedProcess[] = [];
  #order = 0;
  /** When polls that find nothing new may be skipped. */
  #livelyUntil: number;
  #steps = 0;
  readonly #hash = createHash('sha256');
  #unhashed = '';
  #shown = { milliseconds: Number.NaN, text: '' };
  readonly #story: string[] = [];
  readonly #write: ((line: string) => void) | undefined;
  readonly #lively: Lively;
  /** Real work that runs now. */
  readonly #outside = new Set<Promise<unknown>>();

  constructor(random: Random, { start, lively, write }: SchedulerOptions) {
    this.random = random;
    this.now = start;
    this.#livelyUntil = start + lively.afterSilence;
    this.#lively = lively;
    this.#write = write;
    this.kernel = new SimulatedProcess(this, 'kernel');
  }

  /** Adds a step to a process; steps of one process run in order. */
  enqueue(process: SimulatedProcess, what: string, run: () => void): void {
    if (!process.isAlive) {
      return;
    }
    if (process.steps.push({ what, run }) === 1) {
      this.#ready.push(process);
    }
  }

  /** Runs `run` as a step of the process after `delay` microseconds. */
  schedule(
    process: SimulatedProcess,
    what: string,
    delay: number,
    run: () => void,
    { isPoll = false, isEvent = process === this.kernel }: { isPoll?: boolean; isEvent?: boolean } = {},
  ): SimulatedTimer {
    this.#order += 1;
    const at = this.now + Math.max(0, Math.round(delay));
    const timer: SimulatedTimer = {
      at,
      order: this.#order,
      delay,
      process,
      what,
      isPoll,
      isEvent,
      isCancelled: false,
      run,
    };
    (isPoll ? this.#polls : this.#timers).push(timer);
    return timer;
  }

  /** Resolves after `delay` microseconds, in a step of the process. By default, this is a new event. */
  pause(process: SimulatedProcess, what: string, delay: number, isEvent = true): Promise<void> {
    return new Promise((resolve) => {
      this.schedule(process, what, delay, resolve, { isEvent });
    });
  }

  /** Logs a line that helps a reader understand a failure. */
  tell(process: SimulatedProcess | undefined, text: string): void {
    this.#story.push(this.#trace(process, text));
    if (this.#story.length > KEPT_LINES) {
      this.#story.shift();
    }
  }

  #trace(process: SimulatedProcess | undefined, text: string): string {
    const line = `${this.#clock()} ${process?.name ?? '-'}: ${text}`;
    this.#unhashed += `${line}\n`;
    if (this.#unhashed.length > HASHED_AT_ONCE) {
      this.#hashAll();
    }
    this.#write?.(line);
    return line;
  }

  /** Returns the time as text. Many steps happen within one millisecond. */
  #clock(): string {
    const milliseconds = Math.floor(this.now / 1000);
    if (milliseconds !== this.#shown.milliseconds) {
      this.#shown = { milliseconds, text: new RealDate(milliseconds).toISOString() };
    }
    return this.#shown.text;
  }

  #hashAll(): void {
    this.#hash.update(this.#unhashed);
    this.#unhashed = '';
  }

  /** The number of steps so far. */
  get steps(): number {
    return this.#steps;
  }

  /** The last lines of the log. */
  get story(): readonly string[] {
    return this.#story;
  }

  /** A hash of the trace so far: equal for equal runs. */
  digest(): string {
    this.#hashAll();
    return this.#hash.copy().digest('hex');
  }

  /**
   * Runs steps until `isDone` returns true or time reaches `until`.
   *
   * @throws {EndlessError} after `mostSteps` steps
   */
  async run(until: number, isDone: () => boolean = () => false, mostSteps = Number.POSITIVE_INFINITY): Promise<void> {
    const limit = this.#steps + mostSteps;
    await this.#settled();
    while (!isDone()) {
      const process = this.#choose();
      if (process === undefined) {
        if (!this.#advance(until)) {
          this.now = Math.max(this.now, until);
          return;
        }
        continue;
      }
      const step = process.steps.shift() as SchedulerStep;
      if (process.steps.length === 0) {
        this.#ready.splice(this.#ready.indexOf(process), 1);
      }
      this.#steps += 1;
      this.now += STEP;
      this.#trace(process, step.what);
      step.run();
      await this.#settled();
      if (this.#steps > limit) {
        throw new EndlessError(`the processes took ${mostSteps} steps without coming to rest`);
      }
    }
  }

  /** Takes no further step until this real work has ended, such as a statement of a real database. */
  async outside<T>(work: Promise<T>): Promise<T> {
    this.#outside.add(work);
    try {
      return await work;
    } finally {
      this.#outside.delete(work);
    }
  }

  /** Resolves when all promises that can settle have settled, and no real work runs. */
  async #settled(): Promise<void> {
    await nextTurn();
    while (this.#outside.size > 0) {
      await Promise.allSettled(this.#outside);
      await nextTurn();
    }
  }

  #choose(): SimulatedProcess | undefined {
    const ready = this.#ready.filter((process) => !process.isSuspended);
    return ready.length === 0 ? undefined : ready[this.random.below(ready.length)];
  }

  started(process: SimulatedProcess): void {
    this.#processes.add(process);
  }

  /** Drops all steps and timers of a process that was killed, so that its memory can be freed. */
  forget(process: SimulatedProcess): void {
    this.#processes.delete(process);
    process.steps.length = 0;
    const index = this.#ready.indexOf(process);
    if (index >= 0) {
      this.#ready.splice(index, 1);
    }
    this.noteSilence();
    this.#timers = withoutDead(this.#timers);
    this.#polls = withoutDead(this.#polls);
  }

  /** Keeps polls running until the other processes have noticed that one is silent. */
  noteSilence(): void {
    this.#keepLively(this.#lively.afterSilence);
  }

  #keepLively(duration: number): void {
    this.#livelyUntil = Math.max(this.#livelyUntil, this.now + duration);
  }

  /** Kills all processes, and resolves when all that they held is closed. */
  async end(): Promise<void> {
    for (const process of this.#processes) {
      process.kill();
    }
    await nextTurn();
  }

  /** Moves time to the next timer and adds its callback as a step. Returns false if no timer is due by `until`. */
  #advance(until: number): boolean {
    for (;;) {
      const timer = this.#next(until);
      if (timer === undefined) {
        return false;
      }
      (timer.isPoll ? this.#polls : this.#timers).pop();
      this.now = Math.max(this.now, timer.at);
      if (timer.isEvent) {
        this.#keepLively(this.#lively.afterWork);
      }
      this.enqueue(timer.process, timer.what, timer.run);
      // A suspended process takes no steps, so another timer must move time.
      if (!timer.process.isSuspended) {
        return true;
      }
    }
  }

  /** Returns the next timer that is due by `until`. */
  #next(until: number): SimulatedTimer | undefined {
    const timer = firstOf(this.#timers);
    const poll = this.#firstPoll(Math.min(timer?.at ?? until, until));
    const next = poll && (timer === undefined || isBefore(poll, timer)) ? poll : timer;
    return next && next.at <= until ? next : undefined;
  }

  /**
   * Returns the next poll. Polls in a long idle period before `end` are postponed to its end. A poll with a long period
   * first runs at least once, because it may not have run since the last change.
   */
  #firstPoll(end: number): SimulatedTimer | undefined {
    for (;;) {
      const poll = firstOf(this.#polls);
      const lag = poll !== undefined && poll.delay > this.#lively.afterWork ? poll.delay : 0;
      if (poll === undefined || poll.at - lag < this.#livelyUntil || poll.at >= end - EARLY) {
        return poll;
      }
      this.#polls.pop();
      const period = Math.max(1, poll.delay);
      poll.at += Math.ceil((end - EARLY - poll.at) / period) * period;
      this.#polls.push(poll);
    }
  }
}

const isBefore = (one: SimulatedTimer, other: SimulatedTimer): boolean => compare(one, other) < 0;
const compare = (one: SimulatedTimer, other: SimulatedTimer): number => one.at - other.at || one.order - other.order;

const canRun = ({ isCancelled, process }: SimulatedTimer): boolean => !isCancelled && process.isAlive;

const withoutDead = ({ data }: TinyQueue<SimulatedTimer>): TinyQueue<SimulatedTimer> =>
  new TinyQueue(data.filter(canRun), compare);

/** Returns the first timer that can still run. */
function firstOf(timers: TinyQueue<SimulatedTimer>): SimulatedTimer | undefined {
  for (let timer = timers.peek(); timer; timer = timers.peek()) {
    if (canRun(timer)) {
      return timer;
    }
    timers.pop();
  }
  return undefined;
}

const KEPT_LINES = 100;
/** The number of characters to hash at once. */
const HASHED_AT_ONCE = 16_384;

/** Resolves when all promises that can settle have settled. */
const nextTurn = (): Promise<void> => new Promise((resolve) => real.setImmediate(resolve));

/** Returns a function that runs other functions in the current async context. Faster than `AsyncLocalStorage.snapshot`. */
export const captureContext = (): InContext => {
  const context = new AsyncResource('simulation');
  return (run) => context.runInAsyncScope(run);
};
