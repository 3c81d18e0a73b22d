import { withTimeout } from './with-timeout.ts';

const never = new Promise<never>(() => {});

/** Waits this many milliseconds, or until `signal` aborts. */
export const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  withTimeout(
    milliseconds,
    () => undefined,
    signal,
    () => never,
  ).catch(() => {});
