import { Text } from 'ink';
import { onOneLine } from '../output/sanitize-terminal.ts';
import type { Line } from './line.ts';

/** One line on the screen, whatever was pasted. */
const shown = (text: string): string => onOneLine(text.replaceAll('\n', '↵'));

/** A line with its cursor; of a long one its end is seen, where one writes. */
export function LineInput({ line: { before, after }, placeholder = '' }: { line: Line; placeholder?: string }) {
  const isEmpty = before === '' && after === '';
  const [under = ' ', ...behind] = shown(isEmpty ? placeholder : after);
  return (
    <Text wrap={after === '' ? 'truncate-start' : 'truncate'}>
      {shown(before)}
      <Text inverse>{under}</Text>
      <Text dimColor={isEmpty}>{behind.join('')}</Text>
    </Text>
  );
}
