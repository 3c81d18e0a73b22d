import { Box, Text, useInput } from 'ink';
import { useState } from 'react';

type Arrows = { upArrow: boolean; downArrow: boolean; pageUp: boolean; pageDown: boolean };

/** Returns how far keys move. A held key can arrive as several at once. */
export function stepOf(input: string, key: Arrows): { steps: number; pages: number } {
  const held = (letter: string) => (input.replaceAll(letter, '') === '' ? input.length : 0);
  return {
    steps: held('j') - held('k') + Number(key.downArrow) - Number(key.upArrow),
    pages: Number(key.pageDown) - Number(key.pageUp),
  };
}

/** Shows lines that may not all fit; arrows, j and k scroll them. */
export function Pager({ lines, height }: { lines: readonly string[]; height: number }) {
  const [wanted, setTop] = useState(0);
  const last = Math.max(0, lines.length - height);
  const top = Math.min(wanted, last);
  useInput((input, key) => {
    const { steps, pages } = stepOf(input, key);
    setTop(Math.max(0, Math.min(last, top + steps + pages * height)));
  });
  return (
    <Box flexDirection="column" height={height}>
      {lines.slice(top, top + height).map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity but its position
        <Text key={index} wrap="truncate">
          {line === '' ? ' ' : line}
        </Text>
      ))}
    </Box>
  );
}
