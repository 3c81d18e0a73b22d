/**
 * Resolves at the first SIGINT or SIGTERM, or when the reader closes stdout. A second signal ends the process at once.
 */
export function untilStopped(): Promise<NodeJS.Signals> {
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
