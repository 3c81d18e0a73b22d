import { render } from 'ink-testing-library';
import { expect, onTestFinished, test } from 'vitest';
import type { LogRow } from '../../commands/listen/entry.ts';
import { statusEvent } from '../../testing/tail.ts';
import { EventList } from './EventList.tsx';

const entryAt = (number: number, at: Date): LogRow => {
  const event = statusEvent(number);
  const rest = { signed: false, attempt: 1, repeated: false, forwarded: [] };
  return { number, entries: [{ number, at, rawBody: JSON.stringify(event), result: { event }, ...rest }] };
};

test("a date precedes the first event of a day that is neither today nor the previous event's day", () => {
  const now = new Date(2026, 10, 22, 9, 0);
  const times = [new Date(2026, 10, 20, 23, 59, 58), new Date(2026, 10, 22, 8), new Date(2026, 10, 22, 8, 1)];
  const entries = times.map((at, index) => entryAt(index + 1, at));
  const shown = (selected: number, height: number, from = 0) => {
    const list = { rows: entries.slice(from), selected, height, width: 80, addresses: 0, empty: '', now };
    const { lastFrame, unmount } = render(<EventList {...list} />);
    onTestFinished(unmount);
    return (lastFrame() ?? '').split('\n').map((line) => line.trim().split('  ')[0]);
  };
  expect(shown(2, 5)).toEqual(['2026-11-20', '23:59:58', '2026-11-22', '08:00:00', '▶ 08:01:00']);
  expect(shown(1, 2, 1)).toEqual(['08:00:00', '▶ 08:01:00']);
  // The selected event is always visible.
  expect(shown(0, 2)).toEqual(['2026-11-20', '▶ 23:59:58']);
  expect(shown(2, 1)).toEqual(['▶ 08:01:00']);
});
