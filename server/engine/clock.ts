/** The server's source of time. All waits and timestamps use a clock. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /**
   * Runs `run` once after `milliseconds`. Returns a function that cancels it. A virtual clock
   * that advances does not stop at a timer with `doesNotStopClock`: it runs the timer at its next stop.
   */
  setTimeout(run: () => void, milliseconds: number, doesNotStopClock?: boolean): () => void;
}

/** The system clock. Its timers do not keep the process alive. */
export const realClock: Clock = {
  now: () => Date.now(),
  setTimeout(run, milliseconds) {
    const timer = setTimeout(run, Math.min(milliseconds, 2 ** 31 - 1));
    timer.unref();
    return () => clearTimeout(timer);
  },
};

interface VirtualTimer {
  at: number;
  run: () => void;
  doesNotStopClock: boolean;
}

/** A clock that advances only when it is moved. It starts at the real time; `reset` moves it back to its start. */
export class VirtualClock implements Clock {
  readonly #start: number;
  #now: number;
  #timers = new Set<VirtualTimer>();

  constructor(start = Date.now()) {
    this.#start = start;
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  setTimeout(run: () => void, milliseconds: number, doesNotStopClock = false): () => void {
    const timer = { at: this.#now + Math.max(0, milliseconds), run, doesNotStopClock };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Returns the due time of the next timer that stops a move, in milliseconds since the epoch. */
  nextDue(): number | undefined {
    const stops = [...this.#timers].filter(({ doesNotStopClock }) => !doesNotStopClock).map(({ at }) => at);
    return stops.length === 0 ? undefined : Math.min(...stops);
  }

  /** Moves to `target` and runs, in order, each timer that becomes due. */
  moveTo(target: number): void {
    for (let due = this.nextDue(); due !== undefined && due <= target; due = this.nextDue()) {
      this.#now = Math.max(this.#now, due);
      this.#runDue();
    }
    this.#now = Math.max(this.#now, target);
    this.#runDue();
  }

  reset(): void {
    this.#now = this.#start;
    this.#timers.clear();
  }

  #runDue(): void {
    for (const timer of [...this.#timers].filter(({ at }) => at <= this.#now)) {
      // An earlier timer may have cancelled this one.
      if (this.#timers.delete(timer)) {
        timer.run();
      }
    }
  }
}

/** Generates microseconds since the epoch, each larger than the last, even while the clock does not advance. */
export function createMonotonicClock(clock: Clock): { next(): number; reset(): void } {
  let last = 0;
  return {
    next() {
      last = Math.max(last + 1, clock.now() * 1000);
      return last;
    },
    /** Call it when a virtual clock was reset to its start. */
    reset() {
      last = 0;
    },
  };
}
