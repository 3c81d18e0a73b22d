import { Box, Text } from 'ink';
import { hanging } from '../../output/table.ts';
import { roomy } from '../terminal/ask-widths.ts';
import { theme } from './theme.ts';

/** The columns between a list and the pane beside it. */
export const SEPARATOR = 2;

/** From this width on, the details are next to the list. */
const WIDE = 100;
/** The details take this part of a wide screen. */
const PART = 0.42;
/** Longer lines are hard to read. */
const WIDEST = 84;

/** Returns the width of the pane beside a list; 0 if there is no room. */
export const paneWidth = (columns: number): number =>
  columns < WIDE ? 0 : Math.min(WIDEST, Math.floor(columns * PART));

/** Shows the beginning of a text beside a list, and how many lines are left out. */
export function SidePane({ lines, height, width }: { lines: readonly string[]; height: number; width: number }) {
  // No more lines are wrapped than fit, because a text can be long.
  const fitted = lines.slice(0, height + 1).flatMap((line) => (line === '' ? [' '] : hanging(roomy(line), width)));
  const isCut = fitted.length > height;
  const shown = isCut ? [...fitted.slice(0, height - 1), '…'] : fitted;
  return (
    <Box>
      <Box flexDirection="column" width={SEPARATOR}>
        {Array.from({ length: height }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity but its position
          <Text key={index} color={theme().quiet}>
            │
          </Text>
        ))}
      </Box>
      <Box flexDirection="column" width={width} height={height}>
        {shown.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity but its position
          <Text key={index} wrap="truncate">
            {line}
          </Text>
        ))}
      </Box>
    </Box>
  );
}
