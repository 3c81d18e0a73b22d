/** The longest that a timer can run, some 25 days; one set for longer would go off at once. */
export const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * What `work` gives, as long as it comes within so many milliseconds and before `signal` aborts; otherwise it throws
 * `late()` or the signal's reason, also when the work does not listen to the signal that it is handed.
 */
export async function withTimeout<T>(
  milliseconds: number,
  late: () => unknown,
  signal: AbortSignal | undefined,
  work: (control: AbortController) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const control = new AbortController();
  const abort = () => control.abort(signal?.reason);
  const over = new Promise<never>((_, reject) => {
    control.signal.addEventListener('abort', () => reject(control.signal.reason));
  });
  signal?.addEventListener('abort', abort);
  const timer = setTimeout(() => control.abort(late()), Math.min(milliseconds, LONGEST_TIMER));
  try {
    return await Promise.race([over, work(control)]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
