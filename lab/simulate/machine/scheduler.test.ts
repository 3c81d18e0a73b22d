import { expect, test } from 'vitest';
import { createRandom } from '../../testing/random.ts';
import { SimulatedProcess } from './process.ts';
import { Scheduler } from './scheduler.ts';

const SECOND = 1_000_000;
const HOUR = 3600 * SECOND;
const CHANGE = 50 * SECOND;

/** Returns when a poll runs, if `begin` causes a change after 50 s and nothing else happens until `before`. */
async function pollsAround(period: number, before: number, begin: (scheduler: Scheduler) => void): Promise<number[]> {
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
  begin(scheduler);
  scheduler.schedule(scheduler.kernel, 'next event', before, () => {});
  await scheduler.run(before);
  return polls;
}

test.each([
  { period: SECOND, before: 12 * HOUR },
  { period: 15 * SECOND, before: 12 * HOUR },
])('a poll every $period microseconds sees a change before a long idle period ends', async ({ period, before }) => {
  const polls = await pollsAround(period, before, (scheduler) => {
    scheduler.schedule(scheduler.kernel, 'change', CHANGE, () => {});
  });
  expect(polls.some((at) => at > CHANGE && at <= CHANGE + period + SECOND)).toBe(true);
  expect(polls.length).toBeLessThan(20);
});

test('polls run when a process of the world has waited', async () => {
  const polls = await pollsAround(SECOND, 12 * HOUR, (scheduler) => {
    void scheduler.pause(new SimulatedProcess(scheduler, 'client'), 'waits to retry', CHANGE);
  });
  expect(polls.some((at) => at > CHANGE && at <= CHANGE + 2 * SECOND)).toBe(true);
});
