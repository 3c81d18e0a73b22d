import type { Clock } from '../clock.ts';
import type { Store } from '../store/index.ts';
import type { ApiKey } from '../store/keys.ts';
import { burstOf, RateLimiter, type RateState, secondsUntil } from './rate-limit.ts';

/** Keeps each key within its limits (§8), however many processes answer it. */
export interface KeyRates {
  /** Counts one more request, unless there is no room for it. */
  count(key: Pick<ApiKey, 'accountId' | 'id'>, perMinute: number): Promise<RateState>;
  clear(): void;
}

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
    async count({ accountId, id }, perMinute) {
      const burst = burstOf(perMinute);
      const now = clock.now();
      const request = { accountId, keyId: id, perMinute, perSecond: burst, now };
      const { counted, freeAt } = await store.countRequest(request);
      return {
        limit: perMinute,
        remaining: Math.max(0, perMinute - counted),
        burst,
        retryAfter: freeAt === undefined ? undefined : secondsUntil(freeAt, now),
      };
    },
    clear: () => {},
  };
}
