/** The mock's clock: all delays, windows and expiries use it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `run` once, after `ms`. Returns a function that cancels it. */
  setTimeout(run: () => void, ms: number): () => void;
}

/** The machine's time. Its timers never keep a process alive. */
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
   * Advances time and runs tasks in order as they become due. It awaits `settle` first, so that in-flight work ends at
   * the current time, and again after each step.
   */
  advance(ms: number, settle?: () => Promise<void>): Promise<void>;
}

/** A clock that moves only on request, for tests. */
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
        if (next > target) {
          break;
        }
        now = Math.max(now, next);
        // Run all tasks that are due at the same time before awaiting, because due tasks count as work.
        const due = timers.filter(({ at }) => at <= now).toSorted((a, b) => a.at - b.at);
        timers = timers.filter((timer) => !due.includes(timer));
        for (const { run } of due) {
          run();
        }
        await settle?.();
      }
      now = target;
    },
  };
}
