import { Box, Text } from 'ink';
import { onOneLine } from '../../output/sanitize-terminal.ts';
import type { InputLine } from './input-line.ts';
import { theme } from './theme.ts';

/** Returns pasted text as one line for the screen. */
const shown = (text: string): string => onOneLine(text.replaceAll('\n', '↵'));

/** Shows a line with its cursor. While the user types at the end of a long line, its beginning is cut. */
function LineInput({ line: { before, after, isSelected = false } }: { line: InputLine }) {
  const [under = ' ', ...behind] = shown(after);
  return (
    <Text wrap={after === '' ? 'truncate-start' : 'truncate'}>
      <Text underline={isSelected}>{shown(before)}</Text>
      <Text inverse>{under}</Text>
      {behind.join('')}
    </Text>
  );
}

/** Shows a line that the user types, after its prompt. */
export const Prompt = ({ text, line }: { text: string; line: InputLine }) => (
  <Box height={1}>
    <Box flexShrink={0}>
      <Text color={theme().accent}>{text}</Text>
    </Box>
    <LineInput line={line} />
  </Box>
);
