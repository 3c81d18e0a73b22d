import { retryAfterIn } from './retry-after.ts';

/** Thrown if the API does not respond: the server is unreachable, the connection broke, or another server responded. */
export class ConnectionError extends Error {
  override name = 'ConnectionError';
}

/** Thrown if the response, including its body, does not arrive within `timeout`. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError';
}

/** Thrown if a server responds that is not this API, such as a proxy. */
export class UnexpectedAnswerError extends ConnectionError {
  override name = 'UnexpectedAnswerError';
  /** The HTTP status of the response. */
  declare readonly http: number;
  /** Whether a proxy responded that it cannot reach the server: the status is 502, 503, 504 or above. */
  declare readonly temporary: boolean;
  /** Seconds to wait before the next attempt, if the response has them. */
  declare readonly retryAfter: number | undefined;

  constructor({ url, status: http, headers }: Pick<Response, 'url' | 'status' | 'headers'>, cause?: unknown) {
    const temporary = http > 501;
    const meaning = temporary
      ? ' from a proxy that cannot reach the API. Try again.'
      : ', but is not this API: baseUrl must end in /api/v1.';
    super(`${url} returned ${http}${meaning}`, { cause });
    Object.assign(this, { http, temporary, retryAfter: retryAfterIn(headers) });
  }
}

/** Returns whether an error means that the API did not respond. */
export const isConnectionError = (error: unknown): error is ConnectionError => error instanceof ConnectionError;

/**
 * Returns the error with the message of its cause, because fetch itself only says that it failed. A file that changed
 * since it was opened is not a connection problem, so its error is returned unchanged.
 */
export function lost(what: string, cause: unknown): Error {
  const problem = ((cause as Error | undefined)?.cause ?? cause) as Error | undefined;
  return problem?.name === 'NotReadableError'
    ? problem
    : new ConnectionError(`${what}: ${problem?.message || problem}`, { cause });
}
