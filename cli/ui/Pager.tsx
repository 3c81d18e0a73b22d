import { Box, Text, useInput } from 'ink';
import { useState } from 'react';

/** How far keys move. */
export function stepOf(
  input: string,
  key: { upArrow: boolean; downArrow: boolean; pageUp: boolean; pageDown: boolean },
) {
  const isUp = key.upArrow || input === 'k';
  const isDown = key.downArrow || input === 'j';
  return { steps: isUp ? -1 : isDown ? 1 : 0, pages: key.pageUp ? -1 : key.pageDown ? 1 : 0 };
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
