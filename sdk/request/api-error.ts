import type { Schemas } from '../operation-types.ts';

/** Every code the API can answer (§7). */
export type ErrorCode = Schemas['ErrorCode'];

type ErrorBody = Schemas['Error'];

/** The API said no. `code` is stable; the message ends with what to do. Each family of codes is a class of its own. */
export class ApiError extends Error {
  override name = 'ApiError';
  /** What went wrong (§7). Newer servers may have codes that this type does not know: go by `http` then. */
  declare readonly code: ErrorCode;
  /** The HTTP status. */
  declare readonly http: number;
  /** What happened: `message` without the code and the fix. */
  declare readonly problem: string;
  /** Why it is refused. */
  declare readonly reason: string;
  /** What to do about it. */
  declare readonly fix: string;
  /** The offending parameter, when there is one. */
  declare readonly param: string | undefined;
  /** With VALIDATION_FAILED, one entry for each faulty field. */
  declare readonly errors: ErrorBody['errors'];
  /** With PROVIDER_REJECTED, the provider's own code and words. */
  declare readonly providerError: ErrorBody['provider_error'];
  /** The page about this code. */
  declare readonly docs: string;
  /** Names the request, for support and logs. */
  declare readonly requestId: string;
  /** Seconds to wait before the next try, when the server has said so. */
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
/** The key, its address, account, licence or module may not do this (402, 403). */
export class PermissionError extends ApiError {
  override name = 'PermissionError';
}
/** What was asked for does not exist (404, 410). */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError';
}
/** The state of the account does not allow it (409). */
export class ConflictError extends ApiError {
  override name = 'ConflictError';
}
/** The request itself is wrong (other 4xx). */
export class InvalidRequestError extends ApiError {
  override name = 'InvalidRequestError';
}
/** The key is over its rate limit (429); `retryAfter` says how long. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError';
}
/** The other side, a provider or your webhook address, refused or is down (502, 503). */
export class ProviderError extends ApiError {
  override name = 'ProviderError';
}
/** The server failed (other 5xx). */
export class ServerError extends ApiError {
  override name = 'ServerError';
}
/** The customer-service window is closed: send a template, or wait for the customer (§1). */
export class WindowError extends ApiError {
  override name = 'WindowError';
  declare readonly code: Extract<ErrorCode, `WINDOW_${string}`>;
}
/** The recipient cannot be, or may not be, written to. */
export class RecipientError extends ApiError {
  override name = 'RecipientError';
  declare readonly code: Extract<ErrorCode, `RECIPIENT_${string}`>;
}
/** The template does not exist, is not approved, or the values do not fit it. */
export class TemplateError extends ApiError {
  override name = 'TemplateError';
  declare readonly code: Extract<ErrorCode, `TEMPLATE_${string}`>;
}
/** The file is missing, too large, of the wrong type or cannot be fetched. */
export class MediaError extends ApiError {
  override name = 'MediaError';
  declare readonly code: Extract<ErrorCode, `MEDIA_${string}`>;
}

type Family = new (body: ErrorBody, retryAfter?: number) => ApiError;

/** Families that a code names by its first word; the others go by status. */
const BY_WORD: Record<string, Family> = {
  // No code is looked up in what objects inherit.
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
 * Throws the error of this API that a body holds, as the class that its code belongs to. Other servers have errors too;
 * this API's carry a word for a code, and what to do.
 */
export function throwRefusal(body: unknown, { headers }: Response): void {
  const error = (body as { error?: ErrorBody } | null | undefined)?.error;
  if (typeof error?.code === 'string' && typeof error.fix === 'string') {
    const { code, http } = error;
    const Class =
      BY_WORD[code.replace(/_.*/, '')] ?? BY_STATUS[http] ?? (http >= 500 ? ServerError : InvalidRequestError);
    throw new Class(error, secondsIn(headers.get('retry-after') ?? ''));
  }
}

/** Retry-After is a number of seconds or a date; what is neither, or over already, says nothing. */
const secondsIn = (header: string) =>
  Math.max(0, Number(header) || (Date.parse(header) - Date.now()) / 1_000) || undefined;

/** Whether something thrown is an error that the API answered; with codes, whether it has one of them. */
export const isApiError = <Code extends ErrorCode = ErrorCode>(
  error: unknown,
  ...codes: Code[]
): error is ApiError & { readonly code: Code } =>
  error instanceof ApiError && (codes.length === 0 || (codes as ErrorCode[]).includes(error.code));
