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
  /** Seconds to wait before the next try, when the server has said so. */
  readonly retryAfter: number | undefined;

  constructor(body: ErrorBody, retryAfter?: number) {
    super(`${body.code}: ${body.message} ${body.fix}`);
    this.code = body.code;
    this.http = body.http;
    this.reason = body.reason;
    this.fix = body.fix;
    this.param = body.param;
    this.errors = body.errors;
    this.docs = body.docs;
    this.requestId = body.request_id;
    this.retryAfter = retryAfter;
  }
}

/** No answer of the API came: the server cannot be reached, or something else answered in its place. */
export class ConnectionError extends Error {
  override name = 'ConnectionError';
}

/** Whether something thrown is an error that the API answered. */
export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError;

/** The error of this API that a body holds. Other servers have errors too; this API's carry a word for a code, and what to do. */
export function refusalIn(body: unknown): ErrorBody | undefined {
  const refusal = (body as { error?: Partial<ErrorBody> } | null | undefined)?.error;
  return typeof refusal?.code === 'string' && typeof refusal.fix === 'string' ? (refusal as ErrorBody) : undefined;
}

/** For an answer that is neither a success nor an error of this API. */
export const notOfThisApi = ({ url, status }: Response): ConnectionError =>
  new ConnectionError(`${url} answered ${status}, not in the form of this API. Does baseUrl end in /api/v1?`);

/** What is wrong, in the words of whatever lies underneath: fetch itself says only that it failed. */
export function problemOf(error: unknown): string {
  const cause = (error as Error).cause ?? error;
  return (cause as Error).message || String(cause);
}
