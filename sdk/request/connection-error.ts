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

  constructor({ url, status }: Pick<Response, 'url' | 'status'>, cause?: unknown) {
    super(`${url} returned ${status}, but is not this API: baseUrl must end in /api/v1.`, { cause });
    this.http = status;
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
