import type { Boom } from '@hapi/boom';
import type { Request, ResponseObject, Server } from '@hapi/hapi';
import { BODY_MAX_KIBIBYTES, burstOf, ERRORS, type ErrorCode, errorBody, REQUESTS_PER_MINUTE } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { withoutKeys } from '../../base/secrets.ts';
import { ApiError } from '../../domain/api-error.ts';
import { isBusy } from '../../engine/drivers/error-codes.ts';
import { databaseBusy } from './overload.ts';

/** Adds error envelopes and the headers that every response has (§2.1, §8). This is the last step of each response. */
export function addEnvelopes(server: Server, app: App): void {
  server.ext('onPreResponse', (request, h) => {
    const { response } = request;
    if (!('isBoom' in response)) {
      setHeaders(response, commonHeaders(request));
      return h.continue;
    }
    const isDelayed = isBusy(response);
    if (isDelayed) {
      app.log.warn(
        { request: request.app.requestId, error: response },
        'a request was refused: other sessions lock the database or conflict with it',
      );
    }
    const error = isDelayed ? databaseBusy() : asApiError(request, response);
    // Changes the response in place, because a new response would suppress hapi's log of real bugs.
    response.output.statusCode = ERRORS[error.code].http;
    const envelope = errorEnvelope(error, docsOf(app, error.code), request.app.requestId);
    response.output.payload = envelope as unknown as typeof response.output.payload;
    response.output.headers = { ...commonHeaders(request), ...error.details.headers };
    return h.continue;
  });
}

function setHeaders(response: ResponseObject, headers: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(headers)) {
    response.header(name, String(value));
  }
}

/** The rate limit that requests without a key get. */
export const DEFAULT_RATE = {
  limit: REQUESTS_PER_MINUTE,
  remaining: REQUESTS_PER_MINUTE,
  burst: burstOf(REQUESTS_PER_MINUTE),
};

function commonHeaders(request: Request): Record<string, string | number> {
  const rate = request.app.rate ?? DEFAULT_RATE;
  return {
    'X-Request-Id': request.app.replayOf ?? request.app.requestId,
    'X-RateLimit-Limit': rate.limit,
    'X-RateLimit-Remaining': rate.remaining,
    'X-RateLimit-Burst': rate.burst,
    ...(request.app.replayOf !== undefined && { 'Idempotent-Replayed': 'true' }),
    ...(request.app.caller?.key.mode === 'test' && { 'X-Service-Mode': 'test' }),
  };
}

/** Returns the error for an unknown endpoint (§7). Keys in the path are masked. */
export const notFound = (request: Request): ApiError => new ApiError('NOT_FOUND', { path: withoutKeys(request.path) });

const asApiError = (request: Request, error: Boom): ApiError =>
  error instanceof ApiError ? error : mapped(request, error.output.statusCode, error.message);

/** Maps the errors that hapi itself raises. */
function mapped(request: Request, status: number, message: string): ApiError {
  switch (status) {
    case 400:
      // Either the target is not a path (`OPTIONS *`), or the body cannot be read.
      return request.path.startsWith('/') ? new ApiError('INVALID_JSON', { problem: message }) : notFound(request);
    case 415:
      return new ApiError('INVALID_JSON', {
        problem: 'Content-Type must be application/json',
      });
    case 404:
      return notFound(request);
    case 413:
      return new ApiError('PAYLOAD_TOO_LARGE', { kibibytes: BODY_MAX_KIBIBYTES });
    default:
      return new ApiError('INTERNAL_ERROR', {});
  }
}

/** Returns the URL of the page about a code. */
export const docsOf = (app: App, code: ErrorCode): string => `${app.publicUrl()}/developers/errors/${code}`;

/** Returns the body of an error (§2.1). */
export function errorEnvelope(error: ApiError, docs: string, requestId: string): object {
  const { headers: _, message, ...details } = error.details;
  return errorBody(error.code, message ?? error.message, details, { docs, requestId });
}
