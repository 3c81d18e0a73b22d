import { RETRIES, RETRY_DELAYS_SECONDS } from '../generated/errors.ts';
import { ApiError } from './api-error.ts';
import { ConnectionError, UnexpectedAnswerError } from './connection-error.ts';

const FIRST_WAIT_SECONDS = 0.5;
/** A server that asks for more than this is not waited for: better that the caller knows. */
const LONGEST_WAIT_SECONDS = 300;

/**
 * Milliseconds to wait before a failed try is made again; undefined when it must not be. The document says of each code
 * how it may be retried, and nothing is retried by its status alone: a 409 or a 502 PROVIDER_REJECTED is final.
 *
 * @param tries how many tries failed before this one
 * @param repeatable whether a repeat has no further effect when the first try had its effect after all
 */
export function waitBeforeRetry(error: unknown, tries: number, repeatable: boolean): number | undefined {
  const lost = error instanceof ConnectionError && !(error instanceof UnexpectedAnswerError);
  const how = error instanceof ApiError ? RETRIES[error.code] : lost && 'same-key';
  if (!how || (how === 'same-key' && !repeatable)) {
    return undefined;
  }
  const doubled = 2 ** tries;
  const seconds = lost
    ? FIRST_WAIT_SECONDS * doubled
    : ((error as ApiError).retryAfter ??
      (how === 'after' ? doubled : (RETRY_DELAYS_SECONDS[tries] ?? LONGEST_WAIT_SECONDS)));
  // Never less than what was asked for, and not everybody at the same instant.
  return seconds > LONGEST_WAIT_SECONDS ? undefined : seconds * 1_000 * (1 + Math.random() / 4);
}
