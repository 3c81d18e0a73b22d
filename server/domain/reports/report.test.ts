import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTestStore, receiverWith } from '../../testing/store.ts';
import { countDays } from './report.ts';
import { statsOf } from './stats.ts';

const { account } = receiverWith('pending');
const days = Array.from({ length: 31 }, (_, index) => `2026-05-${String(index + 1).padStart(2, '0')}`);

/** Returns how often the event loop could run other work before this work ended. */
async function turnsDuring(run: () => Promise<unknown>): Promise<number> {
  let isRunning = true;
  const work = run().finally(() => {
    isRunning = false;
  });
  let turns = 0;
  while (isRunning) {
    await setImmediate();
    turns += 1;
  }
  await work;
  return turns;
}

// SQLite's queries run on the event loop. With many messages, a report takes a second.
test('on SQLite, other work runs between the days of a report and between the queries of statistics', async () => {
  const { read } = await createTestStore('sqlite');
  expect(await turnsDuring(() => countDays(read, account, days))).toBeGreaterThanOrEqual(days.length);
  expect(await turnsDuring(() => statsOf(read, account, {}, 0))).toBeGreaterThanOrEqual(3);
});
