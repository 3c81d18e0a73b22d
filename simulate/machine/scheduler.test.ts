import { expect, test } from 'vitest';
import { createRandom } from '../../testing/random.ts';
import { Scheduler } from './scheduler.ts';

const SECOND = 1_000_000;
const HOUR = 3600 * SECOND;

test.each([
  { period: SECOND, before: 12 * HOUR },
  { period: 15 * SECOND, before: 12 * HOUR },
])('a poll every $period microseconds sees a change before a long idle period ends', async ({ period, before }) => {
  const scheduler = new Scheduler(createRandom(1), {
    start: 0,
    lively: { afterWork: 2.5 * SECOND, afterSilence: 2.5 * SECOND },
  });
  const polls: number[] = [];
  const poll = () => {
    polls.push(scheduler.now);
    scheduler.schedule(scheduler.kernel, 'poll', period, poll, { isPoll: true, isEvent: false });
  };
  poll();
  const change = 50 * SECOND;
  scheduler.schedule(scheduler.kernel, 'change', change, () => {});
  scheduler.schedule(scheduler.kernel, 'next event', before, () => {});
  await scheduler.run(before);
  expect(polls.some((at) => at > change && at <= change + period + SECOND)).toBe(true);
  expect(polls.length).toBeLessThan(20);
});
