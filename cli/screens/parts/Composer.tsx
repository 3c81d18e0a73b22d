import { Box, Text } from 'ink';
import { onOneLine } from '../../output/sanitize-terminal.ts';
import { broken } from '../../output/table.ts';
import { roomy } from '../terminal/ask-widths.ts';
import type { InputLine } from './input-line.ts';

const shown = (line: string): string => roomy(onOneLine(line));

/** A row of the screen. The cursor is on `under`; only the row with the cursor has it. */
interface ComposerRow {
  text: string;
  under?: string;
  rest?: string;
}

/** Returns a text as rows of at most this width, with the cursor. */
export function rowsOf({ before, after }: InputLine, width: number): ComposerRow[] {
  const above = before.split('\n');
  const below = after.split('\n');
  const current = shown(above.pop() ?? '');
  const [under = ' ', ...behind] = shown(below.shift() ?? '');
  const plain = (lines: readonly string[]): ComposerRow[] =>
    lines.flatMap((line) => broken(shown(line), width)).map((text) => ({ text }));
  const prefix = broken(current + under, width);
  const text = (prefix.pop() ?? '').slice(0, -under.length);
  const [rest = '', ...others] = broken(text + under + behind.join(''), width);
  return [
    ...plain(above),
    ...plain(prefix),
    { text, under, rest: rest.slice(text.length + under.length) },
    ...plain(others),
    ...plain(below),
  ];
}

/** Shows a text of several lines with its cursor. If not all fit, it shows those around the cursor. */
export function Composer(props: { line: InputLine; width: number; height: number; placeholder: string }) {
  const { line, width, height, placeholder } = props;
  const isEmpty = line.before === '' && line.after === '';
  const rows = rowsOf(isEmpty ? { before: '', after: placeholder } : line, Math.max(1, width));
  const at = rows.findIndex(({ under }) => under !== undefined);
  const top = Math.max(0, Math.min(at - height + 1, rows.length - height));
  return (
    <Box flexDirection="column">
      {rows.slice(top, top + height).map(({ text, under, rest }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity but its position
        <Text key={index} wrap="truncate">
          {text === '' && under === undefined ? ' ' : text}
          {under === undefined ? null : <Text inverse>{under}</Text>}
          {rest ? <Text dimColor={isEmpty}>{rest}</Text> : null}
        </Text>
      ))}
    </Box>
  );
}
