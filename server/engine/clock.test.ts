import { expect, test } from 'vitest';
import { isoOf } from '../base/time.ts';
import { createMonotonicClock, VirtualClock } from './clock.ts';

test('does not advance until it is moved', () => {
  const clock = new VirtualClock(1000);
  expect([clock.now(), clock.now()]).toEqual([1000, 1000]);
  clock.moveTo(5000);
  expect(clock.now()).toBe(5000);
  clock.moveTo(4000);
  expect(clock.now()).toBe(5000);
});

test('runs the timers that become due, in order and each at its own time', () => {
  const clock = new VirtualClock(0);
  const ran: [string, number][] = [];
  const note = (name: string) => () => ran.push([name, clock.now()]);
  clock.setTimeout(note('late'), 30);
  clock.setTimeout(() => {
    note('early')();
    clock.setTimeout(note('between'), 10);
  }, 10);
  clock.setTimeout(note('after'), 31);
  clock.moveTo(30);
  expect(ran).toEqual([
    ['early', 10],
    ['between', 20],
    ['late', 30],
  ]);
  expect(clock.nextDue()).toBe(31);
});

test('does not run a cancelled timer, and runs no timer twice', () => {
  const clock = new VirtualClock(0);
  const ran: string[] = [];
  const cancel = clock.setTimeout(() => ran.push('cancelled'), 10);
  clock.setTimeout(() => ran.push('kept'), 10);
  cancel();
  clock.moveTo(10);
  clock.moveTo(20);
  expect(ran).toEqual(['kept']);
  expect(clock.nextDue()).toBeUndefined();
});

test('a timer can cancel another that is due at the same time', () => {
  const clock = new VirtualClock(0);
  const ran: string[] = [];
  let cancel = () => {};
  clock.setTimeout(() => cancel(), 10);
  cancel = clock.setTimeout(() => ran.push('cancelled'), 10);
  clock.moveTo(10);
  expect(ran).toEqual([]);
});

test('a timer in passing does not stop a move: it runs once, at the next stop or at the end', () => {
  const clock = new VirtualClock(0);
  const ran: [string, number][] = [];
  const note = (name: string) => () => ran.push([name, clock.now()]);
  clock.setTimeout(note('passing'), 10, true);
  clock.setTimeout(note('stop'), 20);
  clock.setTimeout(note('later'), 25, true);
  clock.setTimeout(note('not yet'), 31, true);
  expect(clock.nextDue()).toBe(20);
  clock.moveTo(30);
  expect(ran).toEqual([
    ['passing', 20],
    ['stop', 20],
    ['later', 30],
  ]);
  expect(clock.nextDue()).toBeUndefined();
});

test('returns to its start and drops its timers', () => {
  const clock = new VirtualClock(1000);
  clock.setTimeout(() => expect.unreachable(), 10);
  clock.moveTo(1005);
  clock.reset();
  clock.moveTo(9999);
  expect(clock.now()).toBe(9999);
});

test('stamps increase while the clock does not advance, and follow it when it moves', () => {
  const clock = new VirtualClock(1_000);
  const stamps = createMonotonicClock(clock);
  const stamp = stamps.next;
  expect([stamp(), stamp(), stamp()]).toEqual([1_000_000, 1_000_001, 1_000_002]);
  clock.moveTo(2_000);
  expect(stamp()).toBe(2_000_000);
  clock.reset();
  expect(stamp()).toBe(2_000_001);
  stamps.reset();
  expect(stamp()).toBe(1_000_000);
});

test('times are ISO 8601 with a UTC offset, to the microsecond', () => {
  expect(isoOf(1_777_896_000_123_456)).toBe('2026-05-04T12:00:00.123456+00:00');
  expect(isoOf(1_777_896_000_000_000)).toBe('2026-05-04T12:00:00.000000+00:00');
  expect(Date.parse(isoOf(1_777_896_000_123_456))).toBe(1_777_896_000_123);
});
