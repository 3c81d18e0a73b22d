import { burstOf } from '@wigwag/openapi';
import type { Clock } from '../engine/clock.ts';
import type { KeyRequest, KeyRequestCount } from '../store/account/callers.ts';
import type { ApiKey } from '../store/account/keys.ts';
import type { Store } from '../store/index.ts';
import { RateLimiter, type RateState, secondsUntil } from './rate-limit.ts';

/** The key that a request belongs to. */
type OfKey = Pick<ApiKey, 'accountId' | 'id'>;

/** A request that was counted during the lookup of its key. */
export interface PrecountedRequest {
  request: KeyRequest;
  count: KeyRequestCount;
}

/** Enforces the limits of each key (§8) across all processes that serve its requests. */
export interface KeyRates {
  /** Counts one more request if the limits allow it and `precounted` has not already counted it. */
  count(key: OfKey, perMinute: number, precounted?: PrecountedRequest): Promise<RateState>;
  clear(): void;
}

/**
 * Returns a request to count for a key; `now` is in milliseconds since the epoch. With a version, the request counts
 * only while the key still has that version.
 */
export const requestOf = ({ accountId, id }: OfKey, perMinute: number, now: number, version?: string): KeyRequest => ({
  accountId,
  keyId: id,
  perMinute,
  perSecond: burstOf(perMinute),
  now,
  version,
});

/** Creates key rates that count in memory, for the only process on a database. */
export function createOwnKeyRates(clock: Clock): KeyRates {
  const limiter = new RateLimiter();
  return {
    count: async ({ id }, perMinute) => limiter.count(id, perMinute, clock.now()),
    clear: () => limiter.clear(),
  };
}

/** Creates key rates that count in the database, for processes that share it. They have a precision of 100 ms. */
export function createSharedKeyRates(store: Store, clock: Clock): KeyRates {
  return {
    async count(key, perMinute, precounted) {
      const { request, count } = precounted ?? (await countNow(store, requestOf(key, perMinute, clock.now())));
      return {
        limit: perMinute,
        remaining: Math.max(0, perMinute - count.counted),
        burst: request.perSecond,
        retryAfter: count.freeAt === undefined ? undefined : secondsUntil(count.freeAt, request.now),
      };
    },
    clear: () => {},
  };
}

const countNow = async (store: Store, request: KeyRequest): Promise<PrecountedRequest> => ({
  request,
  count: await store.callers.count(request),
});
