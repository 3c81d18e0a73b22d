import type { Request, Server } from '@hapi/hapi';
import { REQUESTS_IN_HAND } from '@wigwag/openapi';
import { ApiError } from '../../domain/api-error.ts';

/** The number of seconds after which the client may retry. */
const RETRY_AFTER = 1;

const overloaded = (message: string, reason: string): ApiError =>
  new ApiError(
    'RATE_LIMITED',
    { limit: REQUESTS_IN_HAND, burst: REQUESTS_IN_HAND },
    {
      message,
      reason,
      fix: 'Wait for the number of seconds in Retry-After, then retry. Retrying with the same Idempotency-Key is safe.',
      headers: { 'Retry-After': String(RETRY_AFTER) },
    },
  );

/** Returns the error for a request that other sessions of the database delayed for too long (`isBusy`). */
export const databaseBusy = (): ApiError =>
  overloaded(
    'The database is busy, and the request waited too long for it.',
    "Other sessions of the server's database hold a lock or change the same rows. Nothing was stored.",
  );

/**
 * Limits how many requests wait for the database. Requests above the limit are refused quickly, so that accepted ones
 * get a quick response and memory stays bounded. API requests and requests from providers and visitors have separate
 * limits. A request counts once its body has arrived, so that slow clients do not use up the limit.
 */
export function addOverload(server: Server): void {
  const inHand = { api: 0, other: 0 };

  server.ext('onPreAuth', (request, h) => {
    requireRoom(inHand[kindOf(request)]);
    return h.continue;
  });
  server.ext('onPostAuth', (request, h) => {
    const kind = kindOf(request);
    requireRoom(inHand[kind]);
    inHand[kind] += 1;
    request.app.inHand = kind;
    return h.continue;
  });
  const release = (request: Request) => {
    if (request.app.inHand) {
      inHand[request.app.inHand] -= 1;
      request.app.inHand = undefined;
    }
  };
  // Long responses such as event streams no longer count once they have begun.
  server.ext('onPreResponse', (request, h) => {
    release(request);
    return h.continue;
  });
  // Also runs if the client disconnected before the response.
  server.events.on('response', release);
}

const kindOf = (request: Request) => (request.route.settings.app?.operation ? 'api' : 'other');

/** @throws {ApiError} RATE_LIMITED */
function requireRoom(count: number): void {
  if (count >= REQUESTS_IN_HAND) {
    throw overloaded(
      `The server has ${REQUESTS_IN_HAND} requests in flight and cannot accept more now.`,
      'The server received more requests than it can handle. Nothing was done.',
    );
  }
}
