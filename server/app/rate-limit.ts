import { burstOf } from '@wigwag/openapi';
import { createCache } from '../base/cache.ts';

/** The state of a key's limits after one more request. */
export interface RateState {
  limit: number;
  remaining: number;
  burst: number;
  /** Seconds to wait; undefined if the request is within both limits. */
  retryAfter: number | undefined;
}

/**
 * Returns the value of Retry-After for a time: whole seconds, at least 1. Both parameters are in milliseconds since the
 * epoch.
 */
export const secondsUntil = (moment: number, now: number): number => Math.max(1, Math.ceil((moment - now) / 1000));

const MINUTE = 60_000;
const SECOND = 1_000;
/** Requests further in the future come from a clock that has since been set back. */
const MAX_AHEAD = 10 * SECOND;
/**
 * When the table is full, the key that was counted longest ago is dropped, so that a client cannot fill the memory by
 * changing addresses.
 */
const MAX_COUNTED = 20_000;
/** How many expired entries to keep before the others are moved to the front. */
const MAX_OVER = 1_000;

/** Counts the requests of the last `length` milliseconds, per millisecond. */
class SlidingWindow {
  readonly #length: number;
  #moments: { at: number; count: number }[] = [];
  /** The index of the first entry that has not expired. */
  #first = 0;
  /** The number of requests in the span. */
  size = 0;

  /** @param length in milliseconds */
  constructor(length: number) {
    this.#length = length;
  }

  moveTo(now: number): void {
    for (let first = this.#moments[this.#first]; first && first.at <= now - this.#length; ) {
      this.size -= first.count;
      this.#first += 1;
      first = this.#moments[this.#first];
    }
    if (this.#first > MAX_OVER && this.#first * 2 > this.#moments.length) {
      this.#moments = this.#moments.slice(this.#first);
      this.#first = 0;
    }
  }

  add(now: number): void {
    const last = this.#moments.at(-1);
    if (last?.at === now) {
      last.count += 1;
    } else {
      this.#moments.push({ at: now, count: 1 });
    }
    this.size += 1;
  }

  /** Returns when the span will have fewer than `limit` requests if none are added; 0 if it already has fewer. */
  freeAt(limit: number): number {
    let left = this.size;
    let free = 0;
    for (let index = this.#first; left >= limit && index < this.#moments.length; index += 1) {
      const { at, count } = this.#moments[index] as { at: number; count: number };
      left -= count;
      free = at + this.#length;
    }
    return free;
  }
}

/** The counts of one key. */
class Counted {
  readonly minute = new SlidingWindow(MINUTE);
  readonly second = new SlidingWindow(SECOND);
  /** The latest time at which the key was counted. */
  last = 0;

  moveTo(now: number): void {
    this.last = now;
    this.minute.moveTo(now);
    this.second.moveTo(now);
  }

  add(): void {
    this.minute.add(this.last);
    this.second.add(this.last);
  }
}

/**
 * Counts the requests of each key, visitor or address over the last minute and the last second. Refused requests do not
 * count.
 */
export class RateLimiter<Key extends number | string = number> {
  readonly #counted = createCache<Key, Counted>(MAX_COUNTED);

  /** @param now milliseconds since the epoch */
  count(key: Key, perMinute: number, now: number): RateState {
    const burst = burstOf(perMinute);
    const counted = this.#at(key, now);
    const { minute, second } = counted;
    const free = Math.max(minute.freeAt(perMinute), second.freeAt(burst));
    if (free > 0) {
      const remaining = Math.max(0, perMinute - minute.size);
      return { limit: perMinute, remaining, burst, retryAfter: secondsUntil(free, now) };
    }
    counted.add();
    return { limit: perMinute, remaining: perMinute - minute.size, burst, retryAfter: undefined };
  }

  /** Returns how many seconds a request would have to wait; undefined if it is within both limits. Counts nothing. */
  waitOf(key: Key, perMinute: number, now: number): number | undefined {
    const { minute, second } = this.#at(key, now);
    const free = Math.max(minute.freeAt(perMinute), second.freeAt(burstOf(perMinute)));
    return free > 0 ? secondsUntil(free, now) : undefined;
  }

  #at(key: Key, now: number): Counted {
    let counted = this.#counted.get(key);
    if (counted === undefined || counted.last > now + MAX_AHEAD) {
      counted = new Counted();
      this.#counted.set(key, counted);
    }
    counted.moveTo(Math.max(now, counted.last));
    return counted;
  }

  clear(): void {
    this.#counted.clear();
  }
}
