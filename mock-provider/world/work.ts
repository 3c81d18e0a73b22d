import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from './clock.ts';

/** A task in progress. It does not count while it waits for the clock. */
export interface Job {
  pause(): void;
  resume(): void;
  end(): void;
}

/** Tracks current and delayed work, so that callers can wait until the mock is idle. */
export class Work {
  readonly #clock: Clock;
  #busy = 0;
  #later = new Set<{ at: number; cancel: () => void }>();
  #waiting: (() => void)[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  begin(): Job {
    let counted = true;
    let ended = false;
    this.#busy += 1;
    const release = () => {
      if (!counted) {
        return;
      }
      counted = false;
      this.#busy -= 1;
      this.#wake();
    };
    return {
      pause: release,
      resume: () => {
        // The client may have disconnected while its reply waited for the clock.
        if (counted || ended) {
          return;
        }
        counted = true;
        this.#busy += 1;
      },
      end: () => {
        ended = true;
        release();
      },
    };
  }

  /** Runs a task in the background. An error is a bug in the mock and ends the process. */
  start(task: (job: Job) => Promise<void>): void {
    const job = this.begin();
    void task(job).finally(() => job.end());
  }

  /** Waits on the clock until `at`. The job counts as delayed until then. A past time does not wait. */
  async until(at: number, job: Job): Promise<void> {
    if (at <= this.#clock.now()) {
      return;
    }
    await new Promise<void>((resolve) => {
      this.schedule(at, () => {
        job.resume();
        resolve();
      });
      job.pause();
    });
  }

  /** Calls `run` at that clock time, unless a reset happens first. */
  schedule(at: number, run: () => void): void {
    const entry = { at, cancel: () => {} };
    this.#later.add(entry);
    entry.cancel = this.#clock.setTimeout(
      () => {
        this.#later.delete(entry);
        run();
        this.#wake();
      },
      Math.max(0, at - this.#clock.now()),
    );
  }

  /** Discards all delayed work. */
  cancelAll(): void {
    for (const entry of this.#later) {
      entry.cancel();
    }
    this.#later.clear();
    this.#wake();
  }

  /** The number of delayed tasks. */
  waiting(): number {
    return this.#later.size;
  }

  idle(): boolean {
    if (this.#busy > 0) {
      return false;
    }
    const now = this.#clock.now();
    for (const entry of this.#later) {
      if (entry.at <= now) {
        return false;
      }
    }
    return true;
  }

  async whenIdle(): Promise<void> {
    for (;;) {
      // Wait one turn of the event loop, so that a request whose response was just sent can start its effects.
      await new Promise((resolve) => setImmediate(resolve));
      if (this.idle()) {
        return;
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Waits until the mock is idle, with a timeout in real milliseconds, because the clock may wait for this call. */
  async whenIdleOrAfter(ms: number): Promise<void> {
    const timeout = new AbortController();
    const over = sleep(ms, undefined, { signal: timeout.signal }).catch(() => {});
    await Promise.race([this.whenIdle(), over]);
    timeout.abort();
  }

  #wake(): void {
    if (this.#waiting.length === 0 || !this.idle()) {
      return;
    }
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) {
      resolve();
    }
  }
}
