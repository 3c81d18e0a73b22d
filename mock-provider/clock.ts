/** Time as the mock sees it: every delay, window and expiry asks this and nothing else. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `run` once, `ms` from now; the answer cancels it. */
  setTimeout(run: () => void, ms: number): () => void;
}

/** The machine's own time. Its timers never keep a process alive. */
export const realClock: Clock = {
  now: () => Date.now(),
  setTimeout: (run, ms) => {
    const timer = setTimeout(run, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

export interface ManualClock extends Clock {
  /** Moves time forward, running what falls due on the way in order; `settle` is awaited after each. */
  advance(ms: number, settle?: () => Promise<void>): Promise<void>;
}

/** A clock that stands still until it is told to move, for tests. */
export function createManualClock(start = Date.UTC(2026, 0, 1)): ManualClock {
  let now = start;
  let timers: { at: number; run: () => void }[] = [];
  return {
    now: () => now,
    setTimeout: (run, ms) => {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    async advance(ms, settle) {
      const target = now + ms;
      for (;;) {
        // The sort is stable: of two timers due at once, the older runs first.
        const next = timers.toSorted((a, b) => a.at - b.at)[0];
        if (!next || next.at > target) break;
        timers = timers.filter((other) => other !== next);
        now = Math.max(now, next.at);
        next.run();
        await settle?.();
      }
      now = target;
    },
  };
}
