import { expect, test } from 'vitest';
import { linesAround, topOf } from './lines.ts';

test("a date precedes the first item of a day that is neither today nor the previous item's day", () => {
  const times = [new Date(2026, 10, 20, 23, 59, 58), new Date(2026, 10, 22, 8), new Date(2026, 10, 22, 8, 1)];
  const shown = (selected: number, height: number, from = 0) =>
    linesAround(times.slice(from), { selected, height, timeOf: (time) => time, today: '2026-11-22' }).map((line) =>
      'day' in line ? line.day : `${line.index === selected ? '▶ ' : ''}${line.item.toTimeString().slice(0, 8)}`,
    );
  expect(shown(2, 5)).toEqual(['2026-11-20', '23:59:58', '2026-11-22', '08:00:00', '▶ 08:01:00']);
  expect(shown(1, 2, 1)).toEqual(['08:00:00', '▶ 08:01:00']);
  // The selected item is always visible.
  expect(shown(0, 2)).toEqual(['2026-11-20', '▶ 23:59:58']);
  expect(shown(2, 1)).toEqual(['▶ 08:01:00']);
});

test('the selected item is in the middle, except near an end of the list', () => {
  expect([0, 4, 5, 10, 18, 19].map((selected) => topOf(selected, 20, 10))).toEqual([0, 0, 0, 5, 10, 10]);
  expect(topOf(2, 3, 10)).toBe(0);
});
