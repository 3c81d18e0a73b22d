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
  /**
   * Moves time forward, running what falls due on the way in order. `settle` is awaited first, so that what is under way
   * ends at the time it is, and after each instant.
   */
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
      await settle?.();
      const target = now + ms;
      for (;;) {
        const next = Math.min(...timers.map(({ at }) => at));
        if (next > target) break;
        now = Math.max(now, next);
        // All that is due at one instant runs before anything is awaited: what is due and has not run counts as work.
        const due = timers.filter(({ at }) => at <= now).toSorted((a, b) => a.at - b.at);
        timers = timers.filter((timer) => !due.includes(timer));
        for (const { run } of due) run();
        await settle?.();
      }
      now = target;
    },
  };
}
