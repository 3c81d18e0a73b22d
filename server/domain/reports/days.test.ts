import { expect, test } from 'vitest';
import { dayAt, daysBefore, spanOfDays } from './days.ts';

const micro = (iso: string) => Date.parse(iso) * 1000;

test.each([
  ['Europe/Istanbul', '2026-05-04', '2026-05-03T21:00:00Z', '2026-05-04T21:00:00Z'],
  ['UTC', '2024-02-29', '2024-02-29T00:00:00Z', '2024-03-01T00:00:00Z'],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'], // 23 hours
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'], // 25 hours
  ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00Z', '2018-11-05T02:00:00Z'], // starts at one o'clock
  ['Asia/Kathmandu', '2026-01-01', '2025-12-31T18:15:00Z', '2026-01-01T18:15:00Z'],
])('in %s the day %s lasts from %s until %s', (zone, day, from, until) => {
  expect(spanOfDays(zone, day, day)).toEqual({ from: micro(from), until: micro(until) });
  expect([dayAt(zone, micro(from)), dayAt(zone, micro(until) - 1)]).toEqual([day, day]);
  expect(dayAt(zone, micro(from) - 1)).toBe(daysBefore(day, 1));
});

test('a span without a first or last day has no limit at that end', () => {
  expect(spanOfDays('UTC', undefined, undefined)).toEqual({ from: undefined, until: undefined });
  expect(spanOfDays('UTC', '2026-05-04', undefined)).toEqual({ from: micro('2026-05-04T00:00:00Z'), until: undefined });
});

test('a span that ends before it starts is refused', () => {
  expect(() => spanOfDays('UTC', '2026-05-05', '2026-05-04')).toThrow('from must not be after to');
});
