import { ApiError } from './api-error.ts';
import { ConnectionError, UnexpectedAnswerError } from './connection-error.ts';
import { RETRIES, RETRY_DELAYS_SECONDS } from './generated/errors.ts';

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
  const seconds = secondsBeforeRetry(error, tries, repeatable);
  if (seconds === undefined || seconds > LONGEST_WAIT_SECONDS) {
    return undefined;
  }
  // Never less than what was asked for, and not everybody at the same instant.
  return seconds * 1_000 * (1 + Math.random() / 4);
}

function secondsBeforeRetry(error: unknown, tries: number, repeatable: boolean): number | undefined {
  if (error instanceof ApiError) {
    const how = Object.hasOwn(RETRIES, error.code) ? RETRIES[error.code] : undefined;
    if (!how || (how === 'same-key' && !repeatable)) {
      return undefined;
    }
    return error.retryAfter ?? (how === 'after' ? 2 ** tries : (RETRY_DELAYS_SECONDS[tries] ?? LONGEST_WAIT_SECONDS));
  }
  const lost = error instanceof ConnectionError && !(error instanceof UnexpectedAnswerError);
  return lost && repeatable ? FIRST_WAIT_SECONDS * 2 ** tries : undefined;
}
