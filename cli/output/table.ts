import { styleText } from 'node:util';
import cliTruncate from 'cli-truncate';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import { onOneLine } from './sanitize-terminal.ts';

const GAP = '  ';
const NARROWEST = 4;

/** Columns whose words say what happened, and which therefore are never cut. */
const WHOLE = ['status', 'state'];

/**
 * Returns the cells as aligned columns. If they are wider than the terminal, columns without any value are left out, and
 * then the widest columns are cut.
 */
export function tableOf(headers: readonly string[], rows: readonly string[][], width: number): string[] {
  const isEmpty = (column: number) => column > 0 && rows.every((row) => (row[column] ?? '') === '');
  const kept = headers.map((_, column) => column).filter((column) => !isEmpty(column));
  return kept.length === headers.length || widthOf(headers, rows) <= width
    ? linesOfTable(headers, rows, width)
    : linesOfTable(
        kept.map((column) => headers[column] ?? ''),
        rows.map((row) => kept.map((column) => row[column] ?? '')),
        width,
      );
}

const widthsOf = (all: readonly (readonly string[])[]): number[] =>
  (all[0] ?? []).map((_, column) => Math.max(...all.map((row) => stringWidth(row[column] ?? ''))));

const widthOf = (headers: readonly string[], rows: readonly string[][]): number =>
  widthsOf([headers, ...rows]).reduce((sum, one) => sum + one + GAP.length, -GAP.length);

function linesOfTable(headers: readonly string[], rows: readonly string[][], width: number): string[] {
  const all = [headers.map((header) => header.toUpperCase().replaceAll('_', ' ')), ...rows];
  const isWhole = headers.map((header) => WHOLE.includes(header));
  const widths = fitted(widthsOf(all), width - GAP.length * (headers.length - 1), isWhole);
  const lines = all.map((row) =>
    row
      .map((cell, column) => cut(cell, widths[column] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
  return [styleText('bold', lines[0] ?? '', { stream: process.stdout }), ...lines.slice(1)];
}

/** Narrows the widest columns until all fit. The first column identifies a record, so it is cut last. */
function fitted(widths: number[], room: number, isWhole: readonly boolean[]): number[] {
  const [first = 0, ...others] = widths;
  const narrowed = narrowedTo(others, room - first, isWhole.slice(1));
  const left = room - narrowed.reduce((sum, one) => sum + one, 0);
  return [isWhole[0] ? first : Math.min(first, Math.max(NARROWEST, left)), ...narrowed];
}

function narrowedTo(widths: number[], room: number, isWhole: readonly boolean[]): number[] {
  const fit = [...widths];
  let over = fit.reduce((sum, one) => sum + one, 0) - room;
  while (over > 0) {
    const widest = Math.max(...fit.filter((_, column) => !isWhole[column]));
    if (widest <= NARROWEST) {
      break;
    }
    fit[fit.findIndex((one, column) => one === widest && !isWhole[column])] = widest - 1;
    over -= 1;
  }
  return fit;
}

/** Returns the cell with exactly this width, cut at its end or in its middle. */
export function cut(cell: string, width: number, position: 'end' | 'middle' = 'end'): string {
  const short = stringWidth(cell) > width ? cliTruncate(cell, width, { position }) : cell;
  return short + ' '.repeat(Math.max(0, width - stringWidth(short)));
}

/** Returns names and values, one pair per line. */
export function linesOf(pairs: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(0, ...pairs.map(([name]) => stringWidth(name)));
  return pairs.map(([name, value]) => `${name}${' '.repeat(width - stringWidth(name))}${GAP}${value}`.trimEnd());
}

/** Wraps a text to at most this many columns, between words if possible. */
export const wrapped = (text: string, width: number): string[] =>
  wrapAnsi(onOneLine(text), width, { hard: true }).split('\n');

/** Wraps a text at exactly this width, so that no character is lost. */
export const broken = (text: string, width: number): string[] =>
  wrapAnsi(onOneLine(text), width, { hard: true, trim: false, wordWrap: false }).split('\n');
