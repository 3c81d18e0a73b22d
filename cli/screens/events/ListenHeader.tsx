import { Box, Text } from 'ink';
import type { ConnectionState, EventLog } from '../../commands/listen/event-log.ts';
import { localDay, localTime } from '../../output/local-time.ts';
import { pluralize } from '../../output/pluralize.ts';
import { onOneLine } from '../../output/sanitize-terminal.ts';
import { theme } from '../parts/theme.ts';
import { useClock } from '../parts/use-changes.ts';

/** The rate is drawn again at this interval, so that it falls when events stop. */
const RATE_MILLISECONDS = 1_000;

/** The lines of the header. */
export const HEADER_LINES = 2;

const COLOURS = { connecting: 'busy', listening: 'good', 'cut off': 'bad' } as const;
const MARKS = { connecting: '◌', listening: '●', 'cut off': '✗' } as const;

function stateOf(connection: ConnectionState): string {
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

/** Returns the events per second as text; empty if there were none lately. */
function rateIn(log: EventLog, now: number): string {
  const rate = log.rate(now);
  return rate === 0 ? '' : `, ${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s`;
}

/** Returns the addresses with the numbers that the rows show; a single one has none. */
export const labelsOf = (urls: readonly string[]): string =>
  urls.length < 2 ? '' : urls.map((url, index) => `${index + 1}=${url}`).join('  ');

/** The status bar: the source of the events, the state of the connection, the addresses, the counts and the rate. */
export function ListenHeader({ title, log, urls }: { title: string; log: EventLog; urls: readonly string[] }) {
  const { state } = log.connection;
  useClock(RATE_MILLISECONDS);
  return (
    <Box flexDirection="column">
      <Text wrap="truncate">
        <Text bold>wigwag listen</Text>
        {`  ${countsOf(log)}${rateIn(log, Date.now())}`}
        <Text dimColor>{`  ${title}`}</Text>
      </Text>
      <Text wrap="truncate" color={theme()[COLOURS[state]]}>
        {MARKS[state]} {stateOf(log.connection)}
        <Text dimColor>{urls.length < 2 ? '' : `  ${labelsOf(urls)}`}</Text>
      </Text>
    </Box>
  );
}
