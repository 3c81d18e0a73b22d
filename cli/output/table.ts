import { styleText } from 'node:util';
import cliTruncate from 'cli-truncate';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import { onOneLine } from './sanitize-terminal.ts';

const GAP = '  ';
const NARROWEST = 4;

/** The cells as aligned columns; when they are wider than the terminal, the widest are cut. */
export function tableOf(headers: readonly string[], rows: readonly string[][], width: number): string[] {
  const all = [headers.map((header) => header.toUpperCase().replaceAll('_', ' ')), ...rows];
  const widths = fitted(
    headers.map((_, column) => Math.max(...all.map((row) => stringWidth(row[column] ?? '')))),
    width - GAP.length * (headers.length - 1),
  );
  const lines = all.map((row) =>
    row
      .map((cell, column) => cut(cell, widths[column] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
  return [styleText('bold', lines[0] ?? '', { stream: process.stdout }), ...lines.slice(1)];
}

/** Takes from the widest until all fit; from the first, by which a record is called for, only when the others have no more to give. */
function fitted(widths: number[], room: number): number[] {
  const [first = 0, ...others] = widths;
  const narrowed = narrowedTo(others, room - first);
  const left = room - narrowed.reduce((sum, one) => sum + one, 0);
  return [Math.min(first, Math.max(NARROWEST, left)), ...narrowed];
}

function narrowedTo(widths: number[], room: number): number[] {
  const fit = [...widths];
  let over = fit.reduce((sum, one) => sum + one, 0) - room;
  while (over > 0) {
    const widest = Math.max(...fit);
    if (widest <= NARROWEST) {
      break;
    }
    fit[fit.indexOf(widest)] = widest - 1;
    over -= 1;
  }
  return fit;
}

/** The cell, exactly so wide; what is too much is left out at its end, or in its middle. */
export function cut(cell: string, width: number, position: 'end' | 'middle' = 'end'): string {
  const short = stringWidth(cell) > width ? cliTruncate(cell, width, { position }) : cell;
  return short + ' '.repeat(Math.max(0, width - stringWidth(short)));
}

/** Names and values below each other. */
export function linesOf(pairs: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(0, ...pairs.map(([name]) => stringWidth(name)));
  return pairs.map(([name, value]) => `${name}${' '.repeat(width - stringWidth(name))}${GAP}${value}`.trimEnd());
}

/** A text in lines of at most so many columns, broken between words where it has any. */
export const wrapped = (text: string, width: number): string[] =>
  wrapAnsi(onOneLine(text), width, { hard: true }).split('\n');

/** The same, broken wherever a line is full, so that nothing of it is lost. */
export const broken = (text: string, width: number): string[] =>
  wrapAnsi(onOneLine(text), width, { hard: true, trim: false, wordWrap: false }).split('\n');
