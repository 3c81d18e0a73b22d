import { Problem } from './problem.ts';

const wait = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/** Waits for a lost connection, in milliseconds. */
const OFFLINE_WAIT = 3_000;
/** The wait if a refusal names none, in seconds. */
const DEFAULT_WAIT = 2;

/**
 * Makes a request of long work. If the server refuses it because of the rate limit, or cannot be reached, waits and
 * tries again.
 *
 * @throws {Problem} if the server refuses the request otherwise
 */
export async function patiently<T>(request: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    signal?.throwIfAborted();
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof Problem) || (error.status !== 429 && error.status !== 0)) {
        throw error;
      }
      await wait(error.status === 0 ? OFFLINE_WAIT : 1000 * (error.retryAfter ?? DEFAULT_WAIT), signal);
    }
  }
}
