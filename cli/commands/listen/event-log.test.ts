import { expect, test } from 'vitest';
import { statusEvent } from '../../testing/tail.ts';
import { EventLog } from './event-log.ts';
import { filterOf } from './filter.ts';

const arrival = (id: number, status = 'read', size = 0) => {
  const event = statusEvent(id, status);
  return { rawBody: JSON.stringify(event) + ' '.repeat(size), result: { event }, signed: true, attempt: 1 };
};

test('the log keeps the latest 10,000 events and 16 million characters, and counts the rest', () => {
  const log = new EventLog();
  for (let id = 1; id <= 10_001; id += 1) {
    log.add(arrival(id));
  }
  expect([log.received, log.entries.length, log.entries[0]?.number]).toEqual([10_001, 10_000, 2]);
  for (let id = 20_001; id <= 20_005; id += 1) {
    log.add(arrival(id, 'read', 4_000_000));
  }
  expect([log.received, log.entries.map(({ number }) => number)]).toEqual([10_006, [10_004, 10_005, 10_006]]);
});

test('the log recognizes a repeated delivery', () => {
  const log = new EventLog();
  expect([1, 2, 1].map((id) => log.add(arrival(id)).repeated)).toEqual([false, false, true]);
  const unknown = { rawBody: '{}', result: { event: { event: 'flow.done' } as never }, signed: true, attempt: 1 };
  expect([unknown, unknown].map((one) => log.add(one).repeated)).toEqual([false, false]);
});

test('the log notifies watchers until they unsubscribe', () => {
  const log = new EventLog();
  let changes = 0;
  const leave = log.watch(() => {
    changes += 1;
  });
  log.add(arrival(1));
  log.connect({ state: 'listening' });
  leave();
  log.add(arrival(2));
  expect(changes).toBe(2);
});

test('the rate is the mean of the last ten seconds', () => {
  const log = new EventLog();
  const times = Array.from({ length: 20 }, (_, id) => log.add(arrival(id)).at.getTime());
  const first = times[0] ?? 0;
  expect([log.rate(first + 1_000), log.rate(first + 30_000)]).toEqual([2, 0]);
  expect(new EventLog().rate(first)).toBe(0);
});

test('a filter must match all its words: a field by comparison, any other word anywhere in the line', () => {
  const failed = arrival(7, 'failed');
  for (const [text, wanted] of [
    ['', true],
    ['status=failed', true],
    ['status=fail', false],
    ['event=message.status to=905551112233', true],
    ['data.message.status=failed WHD_7', true],
    ['whd_7 ada', false],
    ['error=null', true],
    ['constructor=x', false],
  ] as const) {
    expect([text, filterOf(text)(failed)]).toEqual([text, wanted]);
  }
  expect(filterOf('match')({ result: { problem: 'The signature does not match.' } })).toBe(true);
  expect(filterOf('status=failed')({ result: { problem: 'status=failed' } })).toBe(false);
});

test('the statuses of a message are one row, which goes with its last event', () => {
  const log = new EventLog();
  log.add(arrival(1, 'sent'));
  log.add(arrival(2, 'sent'));
  log.add(arrival(1, 'read'));
  expect(log.rows.map(({ entries }) => entries.map(({ number }) => number))).toEqual([[1, 3], [2]]);
  for (let id = 10; id < 10_008; id += 1) {
    log.add(arrival(id));
  }
  expect([log.entries[0]?.number, log.rows[0]?.entries.length, log.rows[1]?.number]).toEqual([2, 1, 2]);
  log.add(arrival(20_000));
  expect(log.rows.slice(0, 2).map(({ number }) => number)).toEqual([1, 4]);
});
