import { Problem } from './problem.ts';

/** How often a call is tried, and how long it waits if the server does not say, in seconds. */
const TRIES = 5;
const WAIT = 1;

/** Calls again what the server refused because of its rate limit, after the time that the server names. */
export async function patiently<Result>(call: () => Promise<Result>): Promise<Result> {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 429 || left === 0) {
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfter ?? WAIT) * 1000));
    }
  }
}
