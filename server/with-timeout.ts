import { realClock } from './clock.ts';

/**
 * What an answer gives, if it comes in time.
 *
 * @param milliseconds of real time
 * @throws what the answer throws, and an error when it is late
 */
export async function withTimeout<T>(answer: Promise<T>, milliseconds: number): Promise<T> {
  let cancel = () => {};
  const late = new Promise<never>((_, reject) => {
    cancel = realClock.setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds);
  });
  return Promise.race([answer, late]).finally(() => cancel());
}
