import type { Request, Server } from '@hapi/hapi';
import { REQUESTS_IN_HAND, REQUESTS_IN_HAND_PER_ACCOUNT } from '@wigwag/openapi';
import { ApiError } from '../../domain/api-error.ts';

/** The number of seconds after which the client may retry. */
const RETRY_AFTER = 1;

const overloaded = (message: string, reason: string, limit = REQUESTS_IN_HAND): ApiError =>
  new ApiError(
    'RATE_LIMITED',
    { limit, burst: limit },
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
 * limits. Each account has a smaller limit, so that the server does not refuse the requests of the others. A request
 * counts once its body has arrived, so that slow clients do not use up the limit.
 */
export function addOverload(server: Server): void {
  const inHand = { api: 0, other: 0 };
  /** The API requests of each account that has any. */
  const ofAccounts = new Map<number, number>();

  server.ext('onPreAuth', (request, h) => {
    requireRoom(inHand[kindOf(request)]);
    return h.continue;
  });
  server.ext('onPostAuth', (request, h) => {
    const kind = kindOf(request);
    const accountId = request.app.caller?.key.accountId;
    requireRoom(inHand[kind]);
    if (accountId !== undefined) {
      const own = ofAccounts.get(accountId) ?? 0;
      requireShare(own);
      ofAccounts.set(accountId, own + 1);
    }
    inHand[kind] += 1;
    request.app.inHand = { kind, accountId };
    return h.continue;
  });
  const release = (request: Request) => {
    if (request.app.inHand) {
      const { kind, accountId } = request.app.inHand;
      request.app.inHand = undefined;
      inHand[kind] -= 1;
      const left = accountId === undefined ? 0 : (ofAccounts.get(accountId) ?? 0) - 1;
      if (accountId !== undefined && left > 0) {
        ofAccounts.set(accountId, left);
      } else if (accountId !== undefined) {
        ofAccounts.delete(accountId);
      }
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

/** @throws {ApiError} RATE_LIMITED */
function requireShare(count: number): void {
  if (count >= REQUESTS_IN_HAND_PER_ACCOUNT) {
    throw overloaded(
      `The account has ${REQUESTS_IN_HAND_PER_ACCOUNT} requests in flight, so the server cannot accept more of it now.`,
      'The account sends more requests at once than its share of the server. Nothing was done.',
      REQUESTS_IN_HAND_PER_ACCOUNT,
    );
  }
}
