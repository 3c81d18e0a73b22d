let stop: (() => void) | undefined;

function endNow(): void {
  const once = stop;
  stop = undefined;
  if (once) {
    once();
    return;
  }
  if (process.stderr.isTTY) {
    // Clears a progress line, which has no line break yet.
    process.stderr.write('\r\x1b[K');
  }
  process.exit(130);
}

/** Lets Ctrl-C end the command with exit code 130. A command that must clean up uses one of the functions below. */
export const endOnInterrupt = (): void => void process.on('SIGINT', endNow);

/** Calls `run` on the first Ctrl-C. The second one ends the command at once. */
export function whenInterrupted(run: () => void): void {
  stop = run;
}

/**
 * Resolves at the first SIGINT or SIGTERM, or when the reader closes stdout. A second signal ends the process at once.
 */
export function untilStopped(): Promise<NodeJS.Signals> {
  process.off('SIGINT', endNow);
  return new Promise((resolve) => {
    let stopping = false;
    const stop = (signal: NodeJS.Signals) => {
      if (stopping) {
        process.exit(130);
      }
      stopping = true;
      resolve(signal);
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
    process.stdout.once('error', () => resolve('SIGPIPE'));
  });
}
