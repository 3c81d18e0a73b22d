import { Text } from 'ink';
import { onOneLine } from '../../output/sanitize-terminal.ts';
import type { InputLine } from './input-line.ts';

/** Returns pasted text as one line for the screen. */
const shown = (text: string): string => onOneLine(text.replaceAll('\n', '↵'));

/** Shows a line with its cursor. While the user types at the end of a long line, its beginning is cut. */
export function LineInput({ line: { before, after }, placeholder = '' }: { line: InputLine; placeholder?: string }) {
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
