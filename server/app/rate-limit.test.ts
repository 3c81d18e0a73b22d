import { burstOf } from '@wigwag/openapi';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RateLimiter } from './rate-limit.ts';

/** Counts `times` requests at the same time and returns how many were allowed. */
function passed(limiter: RateLimiter, times: number, perMinute: number, now: number, key = 1): number {
  const states = Array.from({ length: times }, () => limiter.count(key, perMinute, now));
  return states.filter(({ retryAfter }) => retryAfter === undefined).length;
}

test('the burst is twice the per-minute average per second, at least 10', () => {
  expect([1, 60, 300, 301, 330, 600, 1800, 3600].map(burstOf)).toEqual([10, 10, 10, 10, 11, 20, 60, 120]);
});

test('allows 60 requests in one second and refuses the 61st', () => {
  const limiter = new RateLimiter();
  expect(passed(limiter, 60, 1800, 0)).toBe(60);
  expect(limiter.count(1, 1800, 0)).toEqual({ limit: 1800, remaining: 1740, burst: 60, retryAfter: 1 });
  expect(passed(limiter, 1, 1800, 999)).toBe(0);
  expect(passed(limiter, 61, 1800, 1000)).toBe(60);
});

test('allows 1,800 requests in one minute, refuses the 1,801st and says when to retry', () => {
  const limiter = new RateLimiter();
  for (let second = 0; second < 30; second += 1) {
    expect(passed(limiter, 60, 1800, second * 1000)).toBe(60);
  }
  expect(limiter.count(1, 1800, 30_000)).toEqual({ limit: 1800, remaining: 0, burst: 60, retryAfter: 30 });
  expect(limiter.count(1, 1800, 59_999).retryAfter).toBe(1);
  expect(limiter.count(1, 1800, 60_000).retryAfter).toBeUndefined();
});

test('counts the remaining requests down to zero', () => {
  const limiter = new RateLimiter();
  const remaining = Array.from({ length: 4 }, (_, second) => limiter.count(1, 3, second * 1000).remaining);
  expect(remaining).toEqual([2, 1, 0, 0]);
});

test('refused requests do not count', () => {
  const limiter = new RateLimiter();
  expect(passed(limiter, 1000, 1800, 0)).toBe(60);
  expect(limiter.count(1, 1800, 1000)).toMatchObject({ remaining: 1739, retryAfter: undefined });
});

test('each key has a separate limit', () => {
  const limiter = new RateLimiter();
  expect(passed(limiter, 20, 60, 0, 1)).toBe(10);
  expect(passed(limiter, 200, 3600, 0, 2)).toBe(120);
  expect(passed(limiter, 100, 1800, 0, 3)).toBe(60);
});

test('a client that waits for Retry-After is allowed', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      fc.array(fc.integer({ min: 0, max: 4000 }), { maxLength: 200 }),
      (perMinute, waits) => {
        const limiter = new RateLimiter();
        let now = 0;
        for (const wait of waits) {
          now += wait;
          const { retryAfter } = limiter.count(1, perMinute, now);
          if (retryAfter !== undefined) {
            expect(retryAfter).toBeGreaterThanOrEqual(1);
            now += retryAfter * 1000;
            expect(limiter.count(1, perMinute, now).retryAfter).toBeUndefined();
          }
        }
      },
    ),
  );
});

test('no minute has more requests than the limit, and no second more than the burst', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      fc.array(fc.integer({ min: 0, max: 1500 }), { maxLength: 300 }),
      (perMinute, waits) => {
        const limiter = new RateLimiter();
        const taken: number[] = [];
        let now = 0;
        for (const wait of waits) {
          now += wait;
          const free =
            taken.filter((at) => at > now - 60_000).length < perMinute &&
            taken.filter((at) => at > now - 1000).length < 10;
          expect(limiter.count(1, perMinute, now).retryAfter === undefined).toBe(free);
          if (free) {
            taken.push(now);
          }
        }
      },
    ),
  );
});

test('allows a million requests in one minute and refuses the next', () => {
  const limiter = new RateLimiter();
  for (let second = 0; second < 30; second += 1) {
    expect(passed(limiter, 33_334, 1_000_000, second * 1000)).toBe(33_333);
  }
  expect(passed(limiter, 11, 1_000_000, 30_000)).toBe(10);
  expect(limiter.count(1, 1_000_000, 30_000)).toMatchObject({ remaining: 0, retryAfter: 30 });
  expect(passed(limiter, 33_334, 1_000_000, 60_000)).toBe(33_333);
});

test('forgets all counts when it is cleared', () => {
  const limiter = new RateLimiter();
  passed(limiter, 60, 1800, 0);
  limiter.clear();
  expect(passed(limiter, 61, 1800, 0)).toBe(60);
});
