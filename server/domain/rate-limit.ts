import { BURST_FACTOR, BURST_MINIMUM_PER_SECOND } from '@wigwag/openapi';
import { LRUCache } from 'lru-cache';

/** Where a key stands after one more request. */
export interface RateState {
  limit: number;
  remaining: number;
  burst: number;
  /** Seconds to wait; undefined while the request is within both limits. */
  retryAfter: number | undefined;
}

/** §8: twice the per-minute average per second, at least 10 per second. */
export const burstOf = (perMinute: number): number =>
  Math.max(BURST_MINIMUM_PER_SECOND, Math.floor((perMinute * BURST_FACTOR) / 60));

const MINUTE = 60_000;
const SECOND = 1_000;
/** Whoever was counted longest ago is forgotten: addresses that come and go must not fill the memory, which is taken at once. */
const MAX_COUNTED = 20_000;

/** Counts the requests of each key, visitor or address over the last minute and the last second. Refused requests do not count. */
export class RateLimiter<Key extends number | string = number> {
  readonly #times = new LRUCache<Key, number[]>({ max: MAX_COUNTED });

  /** @param now milliseconds since the epoch */
  count(key: Key, perMinute: number, now: number): RateState {
    const burst = burstOf(perMinute);
    const times = this.#recent(key, now);
    const minuteFull = times.length >= perMinute;
    // The request that must leave the last second before another may enter it.
    const burstEdge = times[times.length - burst];
    const burstFull = burstEdge !== undefined && burstEdge > now - SECOND;
    if (minuteFull || burstFull) {
      const minuteEdge = times[times.length - perMinute];
      const free = Math.max(
        minuteFull && minuteEdge !== undefined ? minuteEdge + MINUTE : 0,
        burstFull ? burstEdge + SECOND : 0,
      );
      const remaining = Math.max(0, perMinute - times.length);
      return { limit: perMinute, remaining, burst, retryAfter: Math.max(1, Math.ceil((free - now) / 1000)) };
    }
    times.push(now);
    return { limit: perMinute, remaining: perMinute - times.length, burst, retryAfter: undefined };
  }

  #recent(key: Key, now: number): number[] {
    const times = this.#times.get(key) ?? [];
    const first = times.findIndex((time) => time > now - MINUTE);
    const recent = first === -1 ? [] : first === 0 ? times : times.slice(first);
    this.#times.set(key, recent);
    return recent;
  }

  clear(): void {
    this.#times.clear();
  }
}
