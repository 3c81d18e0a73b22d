import { Box, Text } from 'ink';
import type { Connection, EventLog } from '../commands/listen/event-log.ts';
import { localDay, localTime } from '../output/local-time.ts';
import { pluralize } from '../output/pluralize.ts';
import { onOneLine } from '../output/sanitize-terminal.ts';

const COLOURS = { connecting: 'yellow', listening: 'green', 'cut off': 'red' } as const;
const MARKS = { connecting: '◌', listening: '●', 'cut off': '✗' } as const;

function stateOf(connection: Connection): string {
  switch (connection.state) {
    case 'connecting':
      return 'connecting ...';
    case 'listening':
      return connection.note === undefined ? 'listening' : `listening: ${connection.note}`;
    case 'cut off': {
      const { since, problem } = connection;
      const day = localDay(since) === localDay(new Date()) ? '' : `${localDay(since)} `;
      return onOneLine(`disconnected since ${day}${localTime(since)}, retrying: ${problem}`);
    }
  }
}

function countsOf({ received, missed, refused, taken, failed }: EventLog): string {
  const counts: [number, string][] = [
    [missed, 'missed while offline'],
    [refused, 'refused'],
    [taken, 'forwarded'],
    [failed, 'not accepted'],
  ];
  return [
    pluralize(received, 'event'),
    ...counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`),
  ].join(', ');
}

/** Shows the source of the events, the state of the connection, and the counts. */
export function ListenHeader({ title, log }: { title: string; log: EventLog }) {
  const { state } = log.connection;
  return (
    <Box flexDirection="column">
      <Text wrap="truncate">
        <Text bold>wigwag listen</Text> {title}
        <Text dimColor>{`  ${countsOf(log)}`}</Text>
      </Text>
      <Text wrap="truncate" color={COLOURS[state]}>
        {MARKS[state]} {stateOf(log.connection)}
      </Text>
    </Box>
  );
}
