import { RETRIES, RETRY_DELAYS_SECONDS } from '../generated/errors.ts';
import { ApiError } from './api-error.ts';
import { ConnectionError, UnexpectedAnswerError } from './connection-error.ts';

const FIRST_WAIT_SECONDS = 0.5;
/** If the server asks for a longer wait, the call fails at once, so that the caller knows. */
const LONGEST_WAIT_SECONDS = 300;

/**
 * Returns the milliseconds to wait before a retry, or undefined if there must be none. The document defines for each
 * code how to retry it. The status alone decides nothing: a 409 or a 502 PROVIDER_REJECTED is final. A response of a proxy has
 * no code: its 502, 503 and 504 are retried like a lost connection.
 *
 * @param tries how many attempts failed before this one
 * @param repeatable whether a repeat has no further effect if the first attempt succeeded after all
 */
export function waitBeforeRetry(error: unknown, tries: number, repeatable: boolean): number | undefined {
  const lost = error instanceof ConnectionError && (!(error instanceof UnexpectedAnswerError) || error.temporary);
  const how = error instanceof ApiError ? RETRIES[error.code] : lost && 'same-key';
  if (!how || (how === 'same-key' && !repeatable)) {
    return undefined;
  }
  const doubled = 2 ** tries;
  const seconds =
    (error as Partial<ApiError>).retryAfter ??
    (lost
      ? FIRST_WAIT_SECONDS * doubled
      : how === 'after'
        ? doubled
        : (RETRY_DELAYS_SECONDS[tries] ?? LONGEST_WAIT_SECONDS));
  // Wait at least as long as the server requested. Jitter keeps clients from retrying at the same moment.
  return seconds > LONGEST_WAIT_SECONDS ? undefined : seconds * 1_000 * (1 + Math.random() / 4);
}
