import type { Schemas } from '@wigwag/sdk';
import { comparableNumber } from '@wigwag/server/phone-number';
import { numberIn, problemOfNumber } from '@wigwag/server/recipient-list';
import { readCsv } from '../../output/csv-file.ts';
import { placeholdersIn, type TextValues } from '../../output/placeholders.ts';
import { UsageError } from '../../program/errors/errors.ts';

const RECIPIENT_COLUMNS = ['to', 'phone'];

/** A row and its number, from 1. */
interface NumberedRow {
  row: number;
  values: TextValues;
}

/** Streams the rows of a CSV file. @throws {UsageError} if the file cannot be read or is not CSV */
export async function* readRecipients(file: string): AsyncGenerator<NumberedRow, void, undefined> {
  let columns: string[] | undefined;
  let row = 0;
  for await (const read of readCsv(file)) {
    if ('problem' in read) {
      throw new UsageError(`cannot read ${file}: line ${read.line}: ${read.problem}`);
    }
    const { cells } = read;
    if (columns === undefined) {
      columns = cells;
      requireDifferent(file, columns);
    } else {
      row += 1;
      yield { row, values: Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? ''])) };
    }
  }
}

/** Returns the recipient of a row. */
export const recipientOf = (values: TextValues): string => {
  const column = RECIPIENT_COLUMNS.find((name) => name in values) ?? '';
  return numberIn(values[column] ?? '');
};

/** A file in which every row can be sent. */
interface CheckedRecipients {
  rows: number;
  /** Number of rows whose recipient is already in an earlier row. */
  repeated: number;
  columns: string[];
}

/** Checks the whole file before any message is sent. @throws {UsageError} naming the faulty row or missing column */
export async function checkRecipients(file: string, texts: readonly string[]): Promise<CheckedRecipients> {
  let rows = 0;
  let columns: string[] = [];
  const recipients = new Set<string>();
  for await (const { row, values } of readRecipients(file)) {
    if (row === 1) {
      columns = Object.keys(values);
      requireColumns(file, columns, texts);
    }
    rows = row;
    const recipient = recipientOf(values);
    const problem = problemOfNumber(recipient);
    if (problem !== undefined) {
      throw new UsageError(`${file}: row ${rows}${recipient === '' ? ' has no recipient' : `: ${problem}`}`);
    }
    recipients.add(comparableNumber(recipient));
  }
  if (rows === 0) {
    throw new UsageError(`${file} has no rows`);
  }
  return { rows, repeated: rows - recipients.size, columns };
}

/** If two columns had the same name, the choice between them would be arbitrary. */
function requireDifferent(file: string, columns: readonly string[]): void {
  const twice = columns.find((name, index) => columns.indexOf(name) !== index);
  if (twice !== undefined) {
    throw new UsageError(`${file} has two columns \`${twice}\`: rename or remove one`);
  }
  if (RECIPIENT_COLUMNS.every((name) => columns.includes(name))) {
    throw new UsageError(`${file} has a column \`to\` and a column \`phone\`: only one of them can be the recipient`);
  }
}

function requireColumns(file: string, columns: readonly string[], texts: readonly string[]): void {
  if (!RECIPIENT_COLUMNS.some((name) => columns.includes(name))) {
    throw new UsageError(`${file} needs a column \`to\` (or \`phone\`); it has: ${columns.join(', ')}`);
  }
  const unknown = texts.flatMap(placeholdersIn).find((name) => !columns.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`{{${unknown}}} is not a column of ${file}; it has: ${columns.join(', ')}`);
  }
}

/** Returns the values of a row for a template's variables, in the form that the template takes. */
export type VariablesOf = (values: TextValues) => string[] | Record<string, string> | undefined;

/** Used if the template is unknown. Returns all columns except the recipient, sorted if their names are numbers. */
export const everyColumn: VariablesOf = (values) => {
  const columns = Object.entries(values).filter(([name]) => !RECIPIENT_COLUMNS.includes(name));
  if (columns.length === 0) {
    return undefined;
  }
  const numbered = columns.every(([name]) => /^\d+$/.test(name));
  return numbered
    ? columns.sort(([left], [right]) => Number(left) - Number(right)).map(([, value]) => value)
    : Object.fromEntries(columns);
};

/**
 * Returns the columns for a template's variables: those with their names, or `var1` (or `1`) and so on.
 *
 * @returns the values of a row, and the columns that the template does not use
 * @throws {UsageError} naming every missing column
 */
export function columnsFor(
  { name: template, parameter_format, variables: { names } }: Schemas['Template'],
  { file, columns }: { file: string; columns: readonly string[] },
): { variables: VariablesOf; unused: string[] } {
  const isPositional = parameter_format === 'POSITIONAL';
  const wanted = names.map((name) => (isPositional ? [`var${name}`, name] : [name]));
  const used = wanted.map((spellings) => spellings.find((name) => columns.includes(name)));
  const missing = wanted.filter((_, index) => used[index] === undefined).map(([name]) => name);
  const others = columns.filter((name) => !RECIPIENT_COLUMNS.includes(name) && !used.includes(name));
  if (missing.length > 0) {
    const how = isPositional ? '--var "{{COLUMN}}" ..., in order' : `--var "${missing[0]}={{COLUMN}}" ...`;
    throw new UsageError(
      `${template} needs ${missing.join(', ')}, but ${file} has no such column (it has: ${columns.join(', ')}): rename a column, or map it with ${how}`,
    );
  }
  const valuesFor = (values: TextValues) => used.map((name) => values[name ?? ''] ?? '');
  return {
    unused: others,
    variables: (values) =>
      names.length === 0
        ? undefined
        : isPositional
          ? valuesFor(values)
          : Object.fromEntries(valuesFor(values).map((value, index) => [names[index] ?? '', value])),
  };
}
