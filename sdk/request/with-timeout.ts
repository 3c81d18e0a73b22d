/** The longest possible timer, about 25 days; a longer one would fire at once. */
export const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Returns the result of `work` if it arrives within this many milliseconds and before `signal` aborts. Otherwise throws
 * `late()` or the signal's reason, even if the work ignores the signal that it gets.
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
    control.signal.onabort = () => reject(control.signal.reason);
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
