import { Box, Text, useInput } from 'ink';
import { useState } from 'react';
import { hanging } from '../../output/table.ts';
import { useArea } from './area.tsx';
import { usePointer } from './mouse.ts';

type Arrows = { upArrow: boolean; downArrow: boolean; pageUp: boolean; pageDown: boolean };

/** Returns how far keys move. A held key can arrive as several at once. */
export function stepOf(input: string, key: Arrows): { steps: number; pages: number } {
  const held = (letter: string) => (input.replaceAll(letter, '') === '' ? input.length : 0);
  return {
    steps: held('j') - held('k') + Number(key.downArrow) - Number(key.upArrow),
    pages: Number(key.pageDown) - Number(key.pageUp),
  };
}

/** Shows lines, wrapped to the window. Arrows, j and k scroll them if they do not all fit. */
export function Pager({ lines, height }: { lines: readonly string[]; height: number }) {
  const [wanted, setTop] = useState(0);
  const { columns, isActive } = useArea();
  const wrapped = lines.flatMap((line) => hanging(line, columns));
  const last = Math.max(0, wrapped.length - height);
  const top = Math.min(wanted, last);
  useInput(
    (input, key) => {
      const { steps, pages } = stepOf(input, key);
      setTop(Math.max(0, Math.min(last, top + steps + pages * height)));
    },
    { isActive },
  );
  usePointer(({ steps }) => setTop(Math.max(0, Math.min(last, top + steps))), isActive);
  return (
    <Box flexDirection="column" height={height}>
      {wrapped.slice(top, top + height).map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity but its position
        <Text key={index} wrap="truncate">
          {line === '' ? ' ' : line}
        </Text>
      ))}
    </Box>
  );
}
