import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ConnectionKey } from '../store/connections/connection-paces.ts';
import { createTestStore } from '../testing/store.ts';
import { createOwnPacer, createSharedPacer, type Pacer } from './pacer.ts';

const LINE: ConnectionKey = { accountId: 1, connectionId: 'wa_1' };

async function slotsOf(pacer: Pacer, count: number, perSecond: number, now: number): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, () => pacer.slot(LINE, perSecond, now)));
}

test('eighty messages may be sent at once, and the next one a second after the first', async () => {
  const slots = await slotsOf(createOwnPacer(), 82, 80, 5000);
  expect(slots.slice(0, 80)).toEqual(Array(80).fill(5000));
  expect(slots.slice(80)).toEqual([6000, 6000]);
});

test('connections do not wait for each other', async () => {
  const pacer = createOwnPacer();
  await slotsOf(pacer, 80, 80, 0);
  expect(await pacer.slot({ ...LINE, connectionId: 'wa_2' }, 80, 0)).toBe(0);
  expect(await pacer.slot({ ...LINE, accountId: 2 }, 80, 0)).toBe(0);
});

test('no second ever has more messages than the limit, whenever sends arrive', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 200 }), async (pauses) => {
      const pacer = createOwnPacer();
      let now = 0;
      const slots: number[] = [];
      for (const pause of pauses) {
        now += pause;
        slots.push(await pacer.slot(LINE, 5, now));
      }
      for (const start of slots) {
        expect(slots.filter((slot) => slot >= start && slot < start + 1000).length).toBeLessThanOrEqual(5);
      }
    }),
  );
});

test('spare slots are taken only once, even by concurrent requests', async () => {
  const pacer = createOwnPacer();
  const taken = await Promise.all(Array.from({ length: 30 }, () => pacer.takeSpare(LINE, 80, 20, 5000)));
  expect(taken.filter((isTaken) => isTaken)).toHaveLength(20);
});

test('on PostgreSQL three processes on one database share the rate limit of a connection, and use all of it', async () => {
  const store = await createTestStore('postgres');
  const pacers = [createSharedPacer(store), createSharedPacer(store), createSharedPacer(store)] as const;
  expect(await pacers[0].spare(store.read, LINE, 64, 5000)).toBe(64);
  const slots = (await Promise.all(pacers.map((pacer) => slotsOf(pacer, 50, 80, 5000)))).flat();
  expect(slots.sort()).toEqual([...Array(80).fill(5000), ...Array(70).fill(6000)]);
  expect(await pacers[1].spare(store.read, LINE, 64, 6500)).toBe(0);
  expect(await pacers[2].spare(store.read, LINE, 64, 7000)).toBe(64);
  const taken = await Promise.all(Array.from({ length: 30 }, (_, at) => pacers[at % 3]?.takeSpare(LINE, 80, 20, 8000)));
  expect(taken.filter((isTaken) => isTaken)).toHaveLength(20);
  expect(await pacers[0].slot({ ...LINE, connectionId: 'wa_2' }, 80, 5000)).toBe(5000);
});

test('on PostgreSQL as many transactions as there are connections may check for spare slots at once', async () => {
  const store = await createTestStore('postgres');
  const pacer = createSharedPacer(store);
  const { promise: all, resolve: go } = Promise.withResolvers<void>();
  let inside = 0;
  const look = () =>
    store.transaction(async (tx) => {
      await tx.connectionPaces.list(LINE);
      inside += 1;
      if (inside === 10) {
        go();
      }
      await all;
      return pacer.spare(tx, LINE, 64, 0);
    });
  expect(await Promise.all(Array.from({ length: 10 }, look))).toEqual(Array(10).fill(64));
});
