import type { Schemas } from '../operation-types.ts';
import { retryAfterIn } from './retry-after.ts';

/** Every error code of the API. */
export type ErrorCode = Schemas['ErrorCode'];

type ErrorBody = Schemas['Error'];

/**
 * The API refused the request. `code` is stable; the message ends with the fix. Each family of codes has its own class.
 */
export class ApiError extends Error {
  override name = 'ApiError';
  /** What went wrong. Newer servers may have codes that this type does not know: use `http` then. */
  declare readonly code: ErrorCode;
  /** The HTTP status. */
  declare readonly http: number;
  /** What happened: `message` without the code and the fix. */
  declare readonly problem: string;
  /** Why the API refused the request. */
  declare readonly reason: string;
  /** What to do about it. */
  declare readonly fix: string;
  /** The invalid parameter, if there is one. */
  declare readonly param: string | undefined;
  /** With VALIDATION_FAILED, one entry for each invalid field. */
  declare readonly errors: ErrorBody['errors'];
  /** With PROVIDER_REJECTED, the provider's code and message. */
  declare readonly providerError: ErrorBody['provider_error'];
  /** URL of the page about this code. */
  declare readonly docs: string;
  /** ID of the request, for support and logs. */
  declare readonly requestId: string;
  /** Seconds to wait before the next attempt, if the server has sent them. */
  declare readonly retryAfter: number | undefined;

  constructor(
    { message: problem, provider_error: providerError, request_id: requestId, ...rest }: ErrorBody,
    retryAfter?: number,
  ) {
    super(`${rest.code}: ${problem} ${rest.fix}`);
    Object.assign(this, rest, { problem, providerError, requestId, retryAfter });
  }
}

/** The key is missing, unknown or revoked (401). */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError';
}
/** The key, its IP address, account, license or module does not permit this (402, 403). */
export class PermissionError extends ApiError {
  override name = 'PermissionError';
}
/** The requested resource does not exist (404, 410). */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError';
}
/** The state of the account does not allow the request (409). */
export class ConflictError extends ApiError {
  override name = 'ConflictError';
}
/** The request itself is invalid (other 4xx). */
export class InvalidRequestError extends ApiError {
  override name = 'InvalidRequestError';
}
/** The key is over its rate limit (429); `retryAfter` says how long to wait. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError';
}
/** A provider or your webhook address refused the request or is down (502, 503). */
export class ProviderError extends ApiError {
  override name = 'ProviderError';
}
/** The server failed (other 5xx). */
export class ServerError extends ApiError {
  override name = 'ServerError';
}
/** The customer-service window is closed: send a template, or wait for the customer. */
export class WindowError extends ApiError {
  override name = 'WindowError';
  declare readonly code: Extract<ErrorCode, `WINDOW_${string}`>;
}
/** The recipient cannot, or must not, receive messages. */
export class RecipientError extends ApiError {
  override name = 'RecipientError';
  declare readonly code: Extract<ErrorCode, `RECIPIENT_${string}`>;
}
/** The template does not exist, is not approved, or does not match the values. */
export class TemplateError extends ApiError {
  override name = 'TemplateError';
  declare readonly code: Extract<ErrorCode, `TEMPLATE_${string}`>;
}
/** The file is missing, too large, of the wrong type or cannot be downloaded. */
export class MediaError extends ApiError {
  override name = 'MediaError';
  declare readonly code: Extract<ErrorCode, `MEDIA_${string}`>;
}

type Family = new (body: ErrorBody, retryAfter?: number) => ApiError;

/** Families of codes by their first word. Other codes get the family of their status. */
const BY_WORD: Record<string, Family> = {
  // Without a prototype, a code such as `toString` finds no inherited property.
  __proto__: null as never,
  WINDOW: WindowError,
  RECIPIENT: RecipientError,
  TEMPLATE: TemplateError,
  MEDIA: MediaError,
};
const BY_STATUS: Record<number, Family> = {
  401: AuthenticationError,
  402: PermissionError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  410: NotFoundError,
  429: RateLimitError,
  502: ProviderError,
  503: ProviderError,
};

/**
 * Throws the API's error in a body, with the class of its code. Other servers also return errors, but the API's have an
 * uppercase code and a fix.
 */
export function throwRefusal(body: unknown, { headers }: Response): void {
  const error = (body as { error?: ErrorBody } | null | undefined)?.error;
  if (typeof error?.code === 'string' && typeof error.fix === 'string') {
    const { code, http } = error;
    const Class =
      BY_WORD[code.replace(/_.*/, '')] ?? BY_STATUS[http] ?? (http >= 500 ? ServerError : InvalidRequestError);
    throw new Class(error, retryAfterIn(headers));
  }
}

/** Returns the data of a response's envelope. @throws {ApiError} if the response is a refusal */
export function dataIn(body: unknown, response: Response): unknown {
  throwRefusal(body, response);
  return (body as { data?: unknown } | null | undefined)?.data;
}

/** Returns whether an error came from the API; with codes, whether it has one of them. */
export const isApiError = <Code extends ErrorCode = ErrorCode>(
  error: unknown,
  ...codes: Code[]
): error is ApiError & { readonly code: Code } =>
  error instanceof ApiError && (codes.length === 0 || (codes as ErrorCode[]).includes(error.code));
