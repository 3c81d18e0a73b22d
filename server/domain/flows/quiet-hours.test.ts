import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { afterQuietHours } from './quiet-hours.ts';

const at = (zoned: string) => Temporal.ZonedDateTime.from(zoned).epochMilliseconds * 1000;
const shown = (time: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(time / 1000)
    .toZonedDateTimeISO(zone)
    .toString({ timeZoneName: 'never', smallestUnit: 'minute' });

test.each([
  ['at the last minute before', '2026-05-04T21:59', 22, 9, '2026-05-04T21:59+02:00'],
  ['at the first moment', '2026-05-04T22:00', 22, 9, '2026-05-05T09:00+02:00'],
  ['after midnight', '2026-05-05T00:30', 22, 9, '2026-05-05T09:00+02:00'],
  ['at the last minute', '2026-05-05T08:59', 22, 9, '2026-05-05T09:00+02:00'],
  ['at the end', '2026-05-05T09:00', 22, 9, '2026-05-05T09:00+02:00'],
  ['within a day', '2026-05-05T13:10', 13, 15, '2026-05-05T15:00+02:00'],
  ['until midnight', '2026-05-05T23:10', 20, 0, '2026-05-06T00:00+02:00'],
  ['equal hours mean none', '2026-05-05T09:10', 9, 9, '2026-05-05T09:10+02:00'],
  ['an end that a clock change skips', '2026-03-29T01:30', 22, 2, '2026-03-29T03:00+02:00'],
  ['a night that is an hour shorter', '2026-03-28T23:00', 22, 8, '2026-03-29T08:00+02:00'],
  ['a night that is an hour longer', '2026-10-24T23:00', 22, 8, '2026-10-25T08:00+01:00'],
  ['the repeated hour, the second time', '2026-10-25T02:30+01:00', 22, 3, '2026-10-25T03:00+01:00'],
])('%s', (_, time, quietStart, quietEnd, expected) => {
  const zone = 'Europe/Berlin';
  expect(shown(afterQuietHours(at(`${time}[${zone}]`), { quietStart, quietEnd }, zone), zone)).toBe(expected);
});

test.each([
  ['America/New_York', '2026-03-08T00:30', 3, 2, '2026-03-09T02:00-04:00'],
  ['Pacific/Chatham', '2026-09-27T01:30', 1, 3, '2026-09-27T03:45+13:45'],
  ['Antarctica/Troll', '2026-10-25T01:30+00:00', 1, 2, '2026-10-25T02:00+00:00'],
])('in %s at %s, quiet from %i to %i', (zone, time, quietStart, quietEnd, expected) => {
  expect(shown(afterQuietHours(at(`${time}[${zone}]`), { quietStart, quietEnd }, zone), zone)).toBe(expected);
});

test('in any time zone the result is outside the quiet hours and not earlier, and skips no other time', () => {
  const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC', 'Africa/Cairo'];
  const hour = fc.integer({ min: 0, max: 23 });
  const moment = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 11, 31) });
  fc.assert(
    fc.property(fc.constantFrom(...zones), hour, hour, moment, (zone, quietStart, quietEnd, milliseconds) => {
      const isQuiet = (time: number) => {
        const local = Temporal.Instant.fromEpochMilliseconds(Math.floor(time / 1000)).toZonedDateTimeISO(zone).hour;
        return quietStart <= quietEnd
          ? local >= quietStart && local < quietEnd
          : local >= quietStart || local < quietEnd;
      };
      const time = milliseconds * 1000;
      const after = afterQuietHours(time, { quietStart, quietEnd }, zone);
      expect(isQuiet(after)).toBe(false);
      expect(after).toBeGreaterThanOrEqual(time);
      expect(after === time || isQuiet(time)).toBe(true);
      expect(after === time || isQuiet(after - 60_000_000)).toBe(true);
    }),
    { numRuns: 2000, seed: 20_261_121 },
  );
});
