import { burstOf } from '@wigwag/openapi';
import type { Clock } from '../../clock.ts';
import type { KeyRequest, KeyRequestCount } from '../../store/account/callers.ts';
import type { ApiKey } from '../../store/account/keys.ts';
import type { Store } from '../../store/index.ts';
import { RateLimiter, type RateState, secondsUntil } from './rate-limit.ts';

/** Whose request it is. */
type OfKey = Pick<ApiKey, 'accountId' | 'id'>;

/** A request that was counted when its key was looked up. */
export interface CountedAhead {
  request: KeyRequest;
  count: KeyRequestCount;
}

/** Keeps each key within its limits (§8), however many processes answer it. */
export interface KeyRates {
  /** Counts one more request, unless there is no room for it, or has done so before. */
  count(key: OfKey, perMinute: number, ahead?: CountedAhead): Promise<RateState>;
  clear(): void;
}

/** A request of a key at a moment, in milliseconds since the epoch; with a version it counts only while the key is as it was then. */
export const requestOf = ({ accountId, id }: OfKey, perMinute: number, now: number, version?: string): KeyRequest => ({
  accountId,
  keyId: id,
  perMinute,
  perSecond: burstOf(perMinute),
  now,
  version,
});

/** For the only process that works on a database. */
export function createOwnKeyRates(clock: Clock): KeyRates {
  const limiter = new RateLimiter();
  return {
    count: async ({ id }, perMinute) => limiter.count(id, perMinute, clock.now()),
    clear: () => limiter.clear(),
  };
}

/** For processes that share a database, which counts for all of them, to less than 100 ms. */
export function createSharedKeyRates(store: Store, clock: Clock): KeyRates {
  return {
    async count(key, perMinute, ahead) {
      const { request, count } = ahead ?? (await countNow(store, requestOf(key, perMinute, clock.now())));
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

const countNow = async (store: Store, request: KeyRequest): Promise<CountedAhead> => ({
  request,
  count: await store.callers.count(request),
});
