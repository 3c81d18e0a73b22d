import { realClock } from './clock.ts';

/**
 * Resolves to the result of a promise if it settles in time.
 *
 * @param milliseconds of real time
 * @throws the promise's own error, or an error if it is late
 */
export async function withTimeout<T>(answer: Promise<T>, milliseconds: number): Promise<T> {
  let cancel = () => {};
  const late = new Promise<never>((_, reject) => {
    cancel = realClock.setTimeout(() => reject(new Error(`no response within ${milliseconds} ms`)), milliseconds);
  });
  return Promise.race([answer, late]).finally(() => cancel());
}
