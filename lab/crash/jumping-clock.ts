interface JumpingTimer {
  at: number;
  run(): void;
  cancel(): void;
}

const LONGEST_TIMEOUT = 2 ** 31 - 1;

/** The machine's time until it is moved forward, to skip long waits. Its timers never keep a process alive. */
export function createJumpingClock() {
  let ahead = 0;
  const timers = new Set<JumpingTimer>();
  const now = () => Date.now() + ahead;

  function arm(timer: JumpingTimer): void {
    const milliseconds = Math.min(Math.max(0, timer.at - now()), LONGEST_TIMEOUT);
    const handle = setTimeout(() => {
      timers.delete(timer);
      timer.run();
    }, milliseconds);
    handle.unref();
    timer.cancel = () => clearTimeout(handle);
  }

  return {
    now,
    setTimeout(run: () => void, milliseconds: number): () => void {
      const timer: JumpingTimer = { at: now() + milliseconds, run, cancel: () => {} };
      timers.add(timer);
      arm(timer);
      return () => {
        timers.delete(timer);
        timer.cancel();
      };
    },
    jump(milliseconds: number): void {
      ahead += milliseconds;
      for (const timer of timers) {
        timer.cancel();
        arm(timer);
      }
    },
  };
}

/** Returns a clock that the parent process can move, by sending milliseconds. */
export function clockOfParent() {
  const clock = createJumpingClock();
  process.on('message', (milliseconds) => clock.jump(Number(milliseconds)));
  // The parent process ends this process, which exits with its parent.
  process.on('disconnect', () => process.exit());
  if (!process.connected) {
    process.exit();
  }
  return clock;
}
