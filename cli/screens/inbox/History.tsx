import { Box, Text } from 'ink';
import type { HistoryMessage } from '../../commands/inbox/model.ts';
import { saidIn } from '../../commands/inbox/words.ts';
import { localDay, localTime } from '../../output/local-time.ts';
import { wrapped } from '../../output/table.ts';
import { theme } from '../parts/theme.ts';
import { roomy } from '../terminal/ask-widths.ts';

const TIME = 'HH:MM '.length;

/** A line of a conversation: from the customer, from a reply, or the date of the lines below it. */
export interface HistoryLine {
  key: string;
  kind: HistoryMessage['direction'] | 'day';
  text: string;
}

/**
 * Returns messages as lines, oldest first, each with its local time, and a date where the day changes.
 *
 * @param history newest first
 * @param today the day that needs no date at the top
 */
export function linesOf(history: readonly HistoryMessage[], width: number, today: string): HistoryLine[] {
  let day = today;
  return history.toReversed().flatMap((message) => {
    const time = new Date(message.at);
    const before = day;
    day = localDay(time);
    const rows = saidIn(message).flatMap((line) => wrapped(roomy(line), Math.max(1, width - TIME - 2)));
    const said = rows.map((text, index) => ({
      key: `${message.id}.${index}`,
      kind: message.direction,
      text: `${index === 0 ? localTime(time).slice(0, 5) : '     '} ${message.direction === 'in' ? '<' : '>'} ${text}`,
    }));
    return day === before ? said : [{ key: `${message.id}.day`, kind: 'day' as const, text: day }, ...said];
  });
}

/** Shows as many lines as fit, `up` lines above the latest. The customer's lines are yellow. */
export function History(props: {
  lines: readonly HistoryLine[];
  height: number;
  width: number;
  up: number;
  /** The message that a search has found. */
  marked?: string | undefined;
}) {
  const { lines, height, width, up, marked } = props;
  const end = lines.length - up;
  return (
    <Box flexDirection="column" height={height} width={width}>
      {lines.slice(Math.max(0, end - height), end).map(({ key, kind, text }) => (
        <Text
          key={key}
          wrap="truncate"
          dimColor={kind === 'day'}
          inverse={marked !== undefined && key.startsWith(`${marked}.`)}
          {...(kind === 'in' && { color: theme().customer })}
        >
          {text}
        </Text>
      ))}
    </Box>
  );
}
