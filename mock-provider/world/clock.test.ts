import { expect, test } from 'vitest';
import { createManualClock } from './clock.ts';

test('runs tasks in order as they become due, except cancelled ones', async () => {
  const clock = createManualClock(1000);
  const ran: [string, number][] = [];
  const note = (name: string) => () => ran.push([name, clock.now()]);
  clock.setTimeout(note('second'), 20);
  clock.setTimeout(() => {
    note('first')();
    clock.setTimeout(note('third'), 15);
  }, 10);
  clock.setTimeout(note('cancelled'), 5)();
  clock.setTimeout(note('too late'), 31);
  await clock.advance(30);
  expect(ran).toEqual([
    ['first', 1010],
    ['second', 1020],
    ['third', 1025],
  ]);
  expect(clock.now()).toBe(1030);
});

test('settles before time first moves and after each step', async () => {
  const clock = createManualClock(1000);
  const settled: number[] = [];
  clock.setTimeout(() => {}, 10);
  clock.setTimeout(() => {}, 10);
  clock.setTimeout(() => {}, 20);
  await clock.advance(30, async () => void settled.push(clock.now()));
  expect(settled).toEqual([1000, 1010, 1020]);
});
