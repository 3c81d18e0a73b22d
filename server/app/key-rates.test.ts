import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { VirtualClock } from '../engine/clock.ts';
import { openStore } from '../store/index.ts';
import { createTestStore, freshDatabase, rawDatabase } from '../testing/store.ts';
import { createOwnKeyRates, createSharedKeyRates, type KeyRates } from './key-rates.ts';

const START = 1_800_000_000_000;
const KEY = { accountId: 1, id: 1 };

/** Returns key rates for two processes on one database. */
async function sharedByTwo(clock: VirtualClock) {
  const url = await freshDatabase('postgres');
  const [here, there] = await Promise.all([openStore(url), openStore(url)]);
  onTestFinished(async () => {
    await Promise.all([here.close(), there.close()]);
  });
  return [createSharedKeyRates(here, clock), createSharedKeyRates(there, clock)] as const;
}

/** Returns key rates for one process, with its clock and raw access to the database. */
async function sharedByOne() {
  const clock = new VirtualClock(START);
  const url = await freshDatabase('postgres');
  const store = await openStore(url);
  onTestFinished(() => store.close());
  const rates = createSharedKeyRates(store, clock);
  const db = rawDatabase(url);
  return { clock, rates, db };
}

const KINDS = {
  'counted in the process': async (clock: VirtualClock) => createOwnKeyRates(clock),
  'counted in PostgreSQL': async (clock: VirtualClock) =>
    createSharedKeyRates(await createTestStore('postgres'), clock),
};

/** Counts `times` requests at the same time and returns how many were allowed. */
async function passed(rates: KeyRates, times: number, perMinute: number, key = KEY): Promise<number> {
  const states = await Promise.all(Array.from({ length: times }, () => rates.count(key, perMinute)));
  return states.filter(({ retryAfter }) => retryAfter === undefined).length;
}

describe.each(Object.entries(KINDS))('%s', (_, create) => {
  test('the burst limit of a million a minute is exact to the last request', async () => {
    const clock = new VirtualClock(START);
    const rates = await create(clock);
    expect(await passed(rates, 33_334, 1_000_000)).toBe(33_333);
    const refused = { limit: 1_000_000, remaining: 966_667, burst: 33_333, retryAfter: 1 };
    expect(await rates.count(KEY, 1_000_000)).toEqual(refused);
    clock.moveTo(START + 999);
    expect(await rates.count(KEY, 1_000_000)).toEqual(refused);
    clock.moveTo(START + 1000);
    expect((await rates.count(KEY, 1_000_000)).remaining).toBe(966_666);
  });

  test('a lowered limit applies immediately, and the response says when enough requests have expired', async () => {
    const clock = new VirtualClock(START);
    const rates = await create(clock);
    for (let second = 0; second < 10; second += 1) {
      expect(await passed(rates, 2, 60)).toBe(2);
      clock.moveTo(clock.now() + 1000);
    }
    // Of the twenty, all but four must expire: those of the first eight seconds.
    expect(await rates.count(KEY, 5)).toEqual({ limit: 5, remaining: 0, burst: 10, retryAfter: 57 });
    clock.moveTo(START + 67_000 - 1);
    expect(await passed(rates, 1, 5)).toBe(0);
    clock.moveTo(START + 67_000);
    expect(await passed(rates, 2, 5)).toBe(1);
  });

  test('a clock that is set back locks out no key, and one that lags slightly allows no extra requests', async () => {
    const clock = new VirtualClock(START);
    const rates = await create(clock);
    clock.moveTo(START + 10_000);
    expect(await passed(rates, 5, 60)).toBe(5);
    clock.reset();
    expect(await passed(rates, 6, 60)).toBe(5);
    clock.moveTo(START + 10_899);
    expect(await passed(rates, 1, 60)).toBe(0);
    clock.moveTo(START + 11_000);
    expect(await passed(rates, 11, 60)).toBe(10);
    // Eleven seconds ahead: the clock was set back.
    clock.reset();
    expect(await passed(rates, 11, 60)).toBe(10);
  });
});

/** A request counts as if it was made at the end of its 100 ms slot. */
const slotOf = (time: number): number => Math.ceil(time / 100);

test('on PostgreSQL two processes never exceed a limit, and refuse no request that is within it', async () => {
  const clock = new VirtualClock(START);
  const two = await sharedByTwo(clock);
  let id = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 40 }),
      fc.array(
        fc.record({
          pause: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 20_000 })),
          asked: fc.tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 8 })),
        }),
        { minLength: 10, maxLength: 40 },
      ),
      async (perMinute, steps) => {
        id += 1;
        const key = { accountId: 1, id };
        const taken: number[] = [];
        const inLast = (milliseconds: number, now: number) =>
          taken.filter((time) => slotOf(time) * 100 > now - milliseconds).length;
        for (const { pause, asked } of steps) {
          clock.moveTo(clock.now() + pause);
          const now = clock.now();
          const room = Math.min(perMinute - inLast(60_000, now), 10 - inLast(1000, now));
          const states = await Promise.all(
            two.flatMap((rates, at) => Array.from({ length: asked[at] ?? 0 }, () => rates.count(key, perMinute))),
          );
          const through = states.filter(({ retryAfter }) => retryAfter === undefined);
          expect(through).toHaveLength(Math.min(room, states.length));
          const before = perMinute - inLast(60_000, now);
          expect(through.map(({ remaining }) => before - remaining).sort((left, right) => left - right)).toEqual(
            through.map((_, index) => index + 1),
          );
          taken.push(...through.map(() => now));
          const refused = states.find(({ retryAfter }) => retryAfter !== undefined);
          if (refused) {
            expect(refused.remaining).toBe(perMinute - inLast(60_000, now));
            // A client that waits this long is within the limit. A second earlier it is not, unless one second is the
            // minimum wait.
            const hasRoom = (at: number) => inLast(60_000, at) < perMinute && inLast(1000, at) < 10;
            const wait = (refused.retryAfter ?? 0) * 1000;
            expect([hasRoom(now + wait), wait > 1000 && hasRoom(now + wait - 1000)]).toEqual([true, false]);
          }
        }
        for (const time of taken) {
          const within = (length: number) => taken.filter((other) => other > time - length && other <= time).length;
          expect(within(60_000)).toBeLessThanOrEqual(perMinute);
          expect(within(1000)).toBeLessThanOrEqual(10);
        }
      },
    ),
    { seed: 13, numRuns: 40 },
  );
});

test('on PostgreSQL many keys at the same time do not block each other, in any order', async () => {
  const clock = new VirtualClock(START);
  const two = await sharedByTwo(clock);
  const keys = Array.from({ length: 40 }, (_, index) => ({ accountId: 1 + (index % 3), id: 1 + index }));
  const through = await Promise.all(
    Array.from({ length: 20 }, async (_, round) => {
      const order = round % 2 === 0 ? keys : keys.toReversed();
      const states = await Promise.all(order.map((key) => two[round % 2]?.count(key, 60)));
      return states.filter((state) => state?.retryAfter === undefined).length;
    }),
  );
  expect(through.reduce((sum, count) => sum + count, 0)).toBe(40 * 10);
});

test('on PostgreSQL a key with constant requests has a row of bounded size, without expired requests', async () => {
  const { clock, rates, db } = await sharedByOne();
  const row = () => db('key_rates').first({ slots: db.raw('cardinality(slots)'), requests: 'in_minute' });
  for (let slot = 0; slot < 700; slot += 1) {
    clock.moveTo(START + slot * 100 + 50);
    await passed(rates, 2, 1_000_000);
  }
  expect(await row()).toEqual({ slots: 601, requests: 1202 });
  clock.moveTo(clock.now() + 60_100);
  await passed(rates, 1, 1_000_000);
  expect(await row()).toEqual({ slots: 1, requests: 1 });
});

test('on PostgreSQL a count fails if the database does not respond, and later counts succeed', async () => {
  const { rates, db } = await sharedByOne();
  await db.raw('alter table key_rates rename to elsewhere');
  await expect(Promise.all([rates.count(KEY, 60), rates.count(KEY, 60)])).rejects.toThrow('key_rates');
  await db.raw('alter table elsewhere rename to key_rates');
  expect(await passed(rates, 11, 60)).toBe(10);
});
