import { styleText } from 'node:util';
import cliTruncate from 'cli-truncate';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import { onOneLine } from './sanitize-terminal.ts';

const GAP = '  ';
const NARROWEST = 4;
/** A column that would get narrower than this says too little, so it is left out. */
const READABLE = 8;

/** Columns whose words say what happened, and which therefore are never cut. */
const WHOLE = ['status', 'state'];

/**
 * Returns the cells as aligned columns. If they are wider than the terminal, columns without any value are left out,
 * then the last columns, and then the widest columns are cut.
 */
export function tableOf(headers: readonly string[], rows: readonly string[][], width: number): string[] {
  const isEmpty = (column: number) => column > 0 && rows.every((row) => (row[column] ?? '') === '');
  const all = headers.map((_, column) => column);
  const widths = widthsOf([headers, ...rows]);
  const kept = widthOf(widths) <= width ? all : readable(all.filter((column) => !isEmpty(column)));
  return linesOfTable(
    kept.map((column) => headers[column] ?? ''),
    rows.map((row) => kept.map((column) => row[column] ?? '')),
    width,
  );

  /** Leaves out the last columns until the others are wide enough to read. */
  function readable(columns: number[]): number[] {
    const isFixed = (column: number) => column === 0 || WHOLE.includes(headers[column] ?? '');
    const least = columns.map((column) =>
      Math.min(widths[column] ?? 0, isFixed(column) ? Number.POSITIVE_INFINITY : READABLE),
    );
    const last = columns.findLast((column) => !isFixed(column));
    return widthOf(least) <= width || last === undefined ? columns : readable(columns.filter((one) => one !== last));
  }
}

const widthsOf = (all: readonly (readonly string[])[]): number[] =>
  (all[0] ?? []).map((_, column) => Math.max(...all.map((row) => stringWidth(row[column] ?? ''))));

const widthOf = (widths: readonly number[]): number => widths.reduce((sum, one) => sum + one + GAP.length, -GAP.length);

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

/** Returns the cell with exactly this width, cut at its end, in its middle or at its start. */
export function cut(cell: string, width: number, position: 'end' | 'middle' | 'start' = 'end'): string {
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

/**
 * Wraps a line below its text: after its indentation, or after a term that is separated by several spaces.
 *
 * @example hanging('q   quit the screen', 12) // ['q   quit the', '    screen']
 */
export function hanging(line: string, width: number): string[] {
  if (stringWidth(line) <= width) {
    return [line];
  }
  const term = /^(\S+(, \S+)* {2,}| *)/.exec(line)?.[0] ?? '';
  const [first = '', ...more] = wrapped(line.slice(term.length), Math.max(NARROWEST, width - stringWidth(term)));
  return [term + first, ...more.map((text) => ' '.repeat(stringWidth(term)) + text)];
}

/** Wraps a text at exactly this width, so that no character is lost. */
export const broken = (text: string, width: number): string[] =>
  wrapAnsi(onOneLine(text), width, { hard: true, trim: false, wordWrap: false }).split('\n');
