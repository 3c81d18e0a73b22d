import { Box, Text, useInput } from 'ink';
import { useState } from 'react';

type Arrows = { upArrow: boolean; downArrow: boolean; pageUp: boolean; pageDown: boolean };

/** How far keys move. A key that is held comes as several at once. */
export function stepOf(input: string, key: Arrows): { steps: number; pages: number } {
  const held = (letter: string) => (input.replaceAll(letter, '') === '' ? input.length : 0);
  return {
    steps: held('j') - held('k') + Number(key.downArrow) - Number(key.upArrow),
    pages: Number(key.pageDown) - Number(key.pageUp),
  };
}

/** Lines that may be more than there is room for; arrows, j and k move them. */
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
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is nothing but its place
        <Text key={index} wrap="truncate">
          {line === '' ? ' ' : line}
        </Text>
      ))}
    </Box>
  );
}
