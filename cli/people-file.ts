import { createReadStream } from 'node:fs';
import { type CsvError, parse } from 'csv-parse';
import { UsageError } from './errors.ts';

/** One row of a CSV file, by the names of its columns. */
export type Person = Record<string, string>;

const RECIPIENT_COLUMNS = ['to', 'phone'];

/** A row and its number, from 1. */
export interface NumberedPerson {
  row: number;
  person: Person;
}

/** The rows of a CSV file, as they are read. @throws {UsageError} when it cannot be read or is no CSV */
export async function* readPeople(file: string): AsyncGenerator<NumberedPerson, void, undefined> {
  const rows = createReadStream(file)
    .on('error', (error) => rows.destroy(error))
    .pipe(parse({ columns: true, bom: true, skip_empty_lines: true, trim: true }));
  let row = 0;
  try {
    for await (const person of rows as AsyncIterable<Person>) {
      row += 1;
      yield { row, person };
    }
  } catch (error) {
    const { message } = error as CsvError | NodeJS.ErrnoException;
    throw new UsageError(`cannot read ${file}: ${message}`);
  } finally {
    rows.destroy();
  }
}

/** To whom a row goes. */
export const recipientOf = (person: Person): string => {
  const column = RECIPIENT_COLUMNS.find((name) => name in person) ?? '';
  return person[column] ?? '';
};

/** Looks at the whole file before anything is sent, and counts its rows. @throws {UsageError} naming the row or column that is missing */
export async function checkPeople(file: string, texts: readonly string[]): Promise<number> {
  let total = 0;
  for await (const { row, person } of readPeople(file)) {
    if (row === 1) {
      requireColumns(file, Object.keys(person), texts);
    }
    total = row;
    if (recipientOf(person) === '') {
      throw new UsageError(`${file}: row ${total} says no recipient`);
    }
  }
  if (total === 0) {
    throw new UsageError(`${file} has no rows`);
  }
  return total;
}

function requireColumns(file: string, columns: readonly string[], texts: readonly string[]): void {
  if (!RECIPIENT_COLUMNS.some((name) => columns.includes(name))) {
    throw new UsageError(`${file} needs a column \`to\` (or \`phone\`); it has: ${columns.join(', ')}`);
  }
  const unknown = texts.flatMap(placeholdersIn).find((name) => !columns.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`{{${unknown}}} stands for no column of ${file}; it has: ${columns.join(', ')}`);
  }
}

const PLACEHOLDER = /\{\{\s*([^{}]+?)\s*\}\}/g;

const placeholdersIn = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map(([, name]) => name ?? '');

/** The text with the values of the row in it. */
export const filled = (text: string, person: Person): string =>
  text.replace(PLACEHOLDER, (_, name: string) => person[name] ?? '');

/** The columns that are a template's variables when none are given: all but the recipient, in order when they are numbers. */
export function variablesOfColumns(person: Person): string[] | Record<string, string> | undefined {
  const columns = Object.entries(person).filter(([name]) => !RECIPIENT_COLUMNS.includes(name));
  if (columns.length === 0) {
    return undefined;
  }
  const numbered = columns.every(([name]) => /^\d+$/.test(name));
  return numbered
    ? columns.sort(([left], [right]) => Number(left) - Number(right)).map(([, value]) => value)
    : Object.fromEntries(columns);
}
