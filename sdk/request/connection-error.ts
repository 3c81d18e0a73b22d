/** No answer of the API came: the server cannot be reached, the connection broke, or something else answered in its place. */
export class ConnectionError extends Error {
  override name = 'ConnectionError';
}

/** The answer, headers and body, did not come within `timeout`. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError';
}

/** Something answered, but not this API: a proxy, or another address than the API's. */
export class UnexpectedAnswerError extends ConnectionError {
  override name = 'UnexpectedAnswerError';
  /** The HTTP status that came. */
  declare readonly http: number;

  constructor({ url, status }: Pick<Response, 'url' | 'status'>, cause?: unknown) {
    super(`${url} answered ${status}, not as this API. Does baseUrl end in /api/v1?`, { cause });
    this.http = status;
  }
}

/** Whether something thrown says that no answer of the API came. */
export const isConnectionError = (error: unknown): error is ConnectionError => error instanceof ConnectionError;

/**
 * What went wrong, in the words of whatever lies underneath: fetch itself says only that it failed. A file that was changed
 * since is no matter of the connection, and an error of its own.
 */
export function lost(what: string, cause: unknown): Error {
  const problem = ((cause as Error | undefined)?.cause ?? cause) as Error | undefined;
  return problem?.name === 'NotReadableError'
    ? problem
    : new ConnectionError(`${what}: ${problem?.message || problem}`, { cause });
}
