import type { Request, Server } from '@hapi/hapi';
import { REQUESTS_IN_HAND } from '@wigwag/openapi';
import { ApiError } from '../../domain/api-error.ts';

/** Seconds after which the client may ask again. */
const RETRY_AFTER = 1;

/** What a request is refused with whose database others hold a lock on (`isBusy`). */
export const databaseLocked = (): ApiError =>
  new ApiError(
    'RATE_LIMITED',
    { limit: REQUESTS_IN_HAND, burst: REQUESTS_IN_HAND },
    {
      message: 'The database is locked at the moment, and the request waited for it too long.',
      reason: 'Another program holds a lock on the database of the server; nothing was stored.',
      fix: 'Wait for the seconds in Retry-After, then send it again; the same Idempotency-Key is safe.',
      headers: { 'Retry-After': String(RETRY_AFTER) },
    },
  );

/**
 * Bounds how many requests wait for the database at once: what comes beyond is refused quickly, so that those that are taken are
 * answered quickly, and the memory that they need stays bounded. Requests of the API do not crowd out what providers and visitors
 * send, nor the other way round. A request counts once its body is there, so that slow clients keep nobody out.
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
  // Answers that take long, as tails do, hold nothing once they have begun.
  server.ext('onPreResponse', (request, h) => {
    release(request);
    return h.continue;
  });
  // Nobody is answered whose client has gone.
  server.events.on('response', release);
}

const kindOf = (request: Request) => (request.route.settings.app?.operation ? 'api' : 'other');

/** @throws {ApiError} RATE_LIMITED */
function requireRoom(count: number): void {
  if (count >= REQUESTS_IN_HAND) {
    throw new ApiError(
      'RATE_LIMITED',
      { limit: REQUESTS_IN_HAND, burst: REQUESTS_IN_HAND },
      {
        message: `The server has ${REQUESTS_IN_HAND} requests in hand and takes no more at the moment.`,
        reason: 'More requests came than the server can answer; nothing was done.',
        fix: 'Wait for the seconds in Retry-After, then send it again; the same Idempotency-Key is safe.',
        headers: { 'Retry-After': String(RETRY_AFTER) },
      },
    );
  }
}
