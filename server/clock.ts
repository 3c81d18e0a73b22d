/** Where the server takes its time from. Everything that waits or stamps goes through one of these. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /**
   * Runs `run` once after `milliseconds`; the answer cancels it. Who moves a clock past the time of something `inPassing` need not
   * stop there: it runs at the next stop.
   */
  setTimeout(run: () => void, milliseconds: number, inPassing?: boolean): () => void;
}

/** The machine's own clock. Its timers do not keep the process alive. */
export const realClock: Clock = {
  now: () => Date.now(),
  setTimeout(run, milliseconds) {
    const timer = setTimeout(run, Math.min(milliseconds, 2 ** 31 - 1));
    timer.unref();
    return () => clearTimeout(timer);
  },
};

interface Timer {
  at: number;
  run: () => void;
  inPassing: boolean;
}

/** A clock that stands still until it is moved. It starts at the real now, and `reset` takes it back to its start. */
export class VirtualClock implements Clock {
  readonly #start: number;
  #now: number;
  #timers = new Set<Timer>();

  constructor(start = Date.now()) {
    this.#start = start;
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  setTimeout(run: () => void, milliseconds: number, inPassing = false): () => void {
    const timer = { at: this.#now + Math.max(0, milliseconds), run, inPassing };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** When the next timer falls due at which to stop, in milliseconds since the epoch. */
  nextDue(): number | undefined {
    const stops = [...this.#timers].filter(({ inPassing }) => !inPassing).map(({ at }) => at);
    return stops.length === 0 ? undefined : Math.min(...stops);
  }

  /** Moves to `target` and runs each timer that falls due on the way, in order. */
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
      // One that ran before it may have cancelled it.
      if (this.#timers.delete(timer)) {
        timer.run();
      }
    }
  }
}

/** Gives microseconds since the epoch, each larger than the one before, even while the clock stands still. */
export function createStamps(clock: Clock): { next(): number; reset(): void } {
  let last = 0;
  return {
    next() {
      last = Math.max(last + 1, clock.now() * 1000);
      return last;
    },
    /** For a virtual clock that is taken back to its start. */
    reset() {
      last = 0;
    },
  };
}
