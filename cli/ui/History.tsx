import { Box, Text } from 'ink';
import type { HistoryMessage } from '../inbox/desk.ts';
import { saidIn } from '../inbox/words.ts';
import { wrapped } from '../table.ts';

const TIME = 'HH:MM '.length;

/** The latest messages that there is room for, each with its time; the customer's are yellow. */
export function History(props: { history: readonly HistoryMessage[]; height: number; width: number; up: number }) {
  const { history, height, width, up } = props;
  const lines = history.flatMap((message) =>
    wrapped(saidIn(message), Math.max(1, width - TIME - 2)).map((text, index) => ({
      key: `${message.id}.${index}`,
      isIn: message.direction === 'in',
      text: `${index === 0 ? message.at.slice(11, 16) : '     '} ${message.direction === 'in' ? '<' : '>'} ${text}`,
    })),
  );
  const end = Math.max(Math.min(height, lines.length), lines.length - up);
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
