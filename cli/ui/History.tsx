import { Box, Text } from 'ink';
import type { HistoryMessage } from '../inbox/desk.ts';
import { saidIn } from '../inbox/words.ts';
import { wrapped } from '../table.ts';

const TIME = 'HH:MM '.length;

/** A line of a conversation as it stands on the screen. */
export interface Line {
  key: string;
  isIn: boolean;
  text: string;
}

/** What was said as lines, the oldest first, each message with its time. @param history the newest first */
export const linesOf = (history: readonly HistoryMessage[], width: number): Line[] =>
  history.toReversed().flatMap((message) =>
    wrapped(saidIn(message), Math.max(1, width - TIME - 2)).map((text, index) => ({
      key: `${message.id}.${index}`,
      isIn: message.direction === 'in',
      text: `${index === 0 ? message.at.slice(11, 16) : '     '} ${message.direction === 'in' ? '<' : '>'} ${text}`,
    })),
  );

/** As many lines as there is room for, so far up from the latest; the customer's are yellow. */
export function History(props: { lines: readonly Line[]; height: number; width: number; up: number }) {
  const { lines, height, width, up } = props;
  const end = lines.length - up;
  return (
    <Box flexDirection="column" height={height} width={width}>
      {lines.slice(Math.max(0, end - height), end).map(({ key, isIn, text }) => (
        <Text key={key} wrap="truncate" {...(isIn && { color: 'yellow' })}>
          {text}
        </Text>
      ))}
    </Box>
  );
}
