import type { ERROR_CODES } from './generated/errors.ts';
import type { components } from './generated/types.ts';

/** Every code the API can answer (§7). */
export type ErrorCode = keyof typeof ERROR_CODES;

type ErrorBody = components['schemas']['Error'];

/** The API said no. `code` is stable; `fix` says what to do. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode;
  readonly http: number;
  readonly reason: string;
  readonly fix: string;
  /** The offending parameter, when there is one. */
  readonly param: string | undefined;
  /** With VALIDATION_FAILED, one entry for each faulty field. */
  readonly errors: ErrorBody['errors'];
  /** The page about this code. */
  readonly docs: string;
  readonly requestId: string;

  constructor(body: ErrorBody) {
    super(`${body.code}: ${body.message} ${body.fix}`);
    this.code = body.code;
    this.http = body.http;
    this.reason = body.reason;
    this.fix = body.fix;
    this.param = body.param;
    this.errors = body.errors;
    this.docs = body.docs;
    this.requestId = body.request_id;
  }
}

/** No answer of the API came: the server cannot be reached, or something else answered in its place. */
export class ConnectionError extends Error {
  override name = 'ConnectionError';
}

/** Whether something thrown is an error that the API answered. */
export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError;
