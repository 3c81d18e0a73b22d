import { Box, Text } from 'ink';
import type { LogEntry } from '../../commands/listen/entry.ts';
import { localDay } from '../../output/local-time.ts';
import { EventRow } from './EventRow.tsx';

/** A line of the list: an event with its index, or the date of the events below it. */
type EventListRow = { entry: LogEntry; index: number } | { day: string };

const rowsOf = (entries: readonly LogEntry[], today: string): EventListRow[] =>
  entries.flatMap((entry, index): EventListRow[] => {
    const before = entries[index - 1];
    const day = localDay(entry.at);
    const isSame = day === (before ? localDay(before.at) : today);
    return [...(isSame ? [] : [{ day }]), { entry, index }];
  });

/** Shows the events that fit around the selected one, with a date where the day changes. */
export function EventList(props: {
  entries: readonly LogEntry[];
  selected: number;
  height: number;
  width: number;
  addresses: number;
  empty: string;
  /** @default the time of this machine */
  now?: Date;
}) {
  const { entries, selected, height, width, addresses, empty, now = new Date() } = props;
  const rows = rowsOf(entries, localDay(now));
  const at = rows.findIndex((row) => 'entry' in row && row.index === selected);
  const top = Math.max(0, Math.min(at - Math.floor(height / 2), rows.length - height));
  return (
    <Box flexDirection="column" height={height}>
      {entries.length === 0 ? <Text dimColor>{`  ${empty}`}</Text> : null}
      {rows
        .slice(top, top + height)
        .map((row) =>
          'entry' in row ? (
            <EventRow
              key={row.entry.number}
              entry={row.entry}
              width={width}
              isSelected={row.index === selected}
              addresses={addresses}
            />
          ) : (
            <Text key={row.day} dimColor>{`  ${row.day}`}</Text>
          ),
        )}
    </Box>
  );
}
