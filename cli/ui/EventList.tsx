import { Box, Text } from 'ink';
import type { Entry } from '../listen/entry.ts';
import { EventRow } from './EventRow.tsx';

/** As many events as there is room for, around the selected one. */
export function EventList(props: {
  entries: readonly Entry[];
  selected: number;
  height: number;
  width: number;
  addresses: number;
  empty: string;
}) {
  const { entries, selected, height, width, addresses, empty } = props;
  const top = Math.max(0, Math.min(selected - Math.floor(height / 2), entries.length - height));
  return (
    <Box flexDirection="column" height={height}>
      {entries.length === 0 ? <Text dimColor>{`  ${empty}`}</Text> : null}
      {entries.slice(top, top + height).map((entry, index) => (
        <EventRow
          key={entry.number}
          entry={entry}
          width={width}
          isSelected={top + index === selected}
          addresses={addresses}
        />
      ))}
    </Box>
  );
}
