import { Box, Text } from 'ink';
import type { LogRow } from '../../commands/listen/entry.ts';
import { localDay } from '../../output/local-time.ts';
import { EventRow } from './EventRow.tsx';

/** A line of the list: a row with its index, or the date of the rows below it. */
type EventListLine = { row: LogRow; index: number } | { day: string };

const dayOf = ({ entries: [first] }: LogRow): string => localDay(first?.at ?? new Date(0));

/** Returns the rows that fit around the selected one, with a date where the day changes. Reads no others. */
function linesAround(rows: readonly LogRow[], selected: number, height: number, today: string): EventListLine[] {
  const from = Math.max(0, Math.min(selected - Math.floor(height / 2), rows.length - height));
  const shown = rows.slice(from, from + height);
  const before = rows[from - 1];
  let day = before ? dayOf(before) : today;
  const lines = shown.flatMap((row, at): EventListLine[] => {
    const previous = day;
    day = dayOf(row);
    return [...(day === previous ? [] : [{ day }]), { row, index: from + at }];
  });
  // Dates take lines, so the selected row can be below the last one.
  const at = lines.findIndex((line) => 'row' in line && line.index === selected);
  const isLast = from + height >= rows.length;
  const top = Math.max(0, Math.min(isLast ? at - Math.floor(height / 2) : at - height + 1, lines.length - height));
  return lines.slice(top, top + height);
}

/** Shows the rows that fit around the selected one, with a date where the day changes. */
export function EventList(props: {
  rows: readonly LogRow[];
  selected: number;
  height: number;
  width: number;
  addresses: number;
  empty: string;
  /** @default the time of this machine */
  now?: Date;
}) {
  const { rows, selected, height, width, addresses, empty, now = new Date() } = props;
  return (
    <Box flexDirection="column" height={height} width={width}>
      {rows.length === 0 ? <Text dimColor>{`  ${empty}`}</Text> : null}
      {linesAround(rows, selected, height, localDay(now)).map((line) =>
        'row' in line ? (
          <EventRow
            key={line.row.number}
            row={line.row}
            width={width}
            isSelected={line.index === selected}
            addresses={addresses}
          />
        ) : (
          <Text key={line.day} dimColor>{`  ${line.day}`}</Text>
        ),
      )}
    </Box>
  );
}
