import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { NOT_UTF_8, problemOfLength, separatorOf as separatorIn } from '@wigwag/server/recipient-list';
import { type CsvError, parse } from 'csv-parse';
import { UsageError } from '../program/errors/errors.ts';

/** A row of a file, including its header: its cells, or a problem. Lines count from 1, as in an editor. */
type CsvRow = { line: number } & ({ cells: string[] } | { problem: string });

/** The maximum length of a header in bytes. */
const HEADER_BYTES = 65_536;

/**
 * Reads a CSV file of any length row by row. Columns may be separated by commas, semicolons or tabs. The file may be in
 * UTF-8 or UTF-16.
 *
 * @throws {UsageError} if the file cannot be read
 */
export async function* readCsv(path: string): AsyncGenerator<CsvRow, void, undefined> {
  const broken: CsvRow[] = [];
  const parser = parse({
    bom: true,
    info: true,
    trim: true,
    delimiter: await separatorOf(path),
    record_delimiter: ['\r\n', '\n', '\r'], // a file that several programs wrote to can have several line endings
    relax_quotes: true, // a quote inside a value is part of it, as in Ada "Countess" Lovelace
    skip_empty_lines: true,
    skip_records_with_empty_values: true, // spreadsheets leave such rows when rows are deleted
    skip_records_with_error: true,
    on_skip: (error) => {
      broken.push({ line: lineOf(error), problem: problemOf(error) });
      return undefined;
    },
  });
  const input = createReadStream(path);
  input.on('error', (error) => parser.destroy(error));
  input.pipe(parser);
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      yield* broken.splice(0);
      yield record.some((cell) => cell.includes('\ufffd'))
        ? { line: info.lines, problem: NOT_UTF_8 }
        : { line: info.lines, cells: record };
    }
    yield* broken.splice(0);
  } finally {
    input.destroy();
  }
}

/** @throws {UsageError} if the file cannot be read */
async function separatorOf(path: string): Promise<string> {
  const file = await open(path).catch((error: Error) => {
    throw new UsageError(`cannot read ${path}: ${error.message}`);
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES);
    const [header = ''] = buffer.toString('latin1', 0, bytesRead).split(/[\r\n]/);
    return separatorIn(header);
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${(error as Error).message}`);
  } finally {
    await file.close();
  }
}

const lineOf = (error: CsvError | undefined): number => Number((error as { lines?: number } | undefined)?.lines ?? 0);

function problemOf(error: CsvError | undefined): string {
  switch (error?.code) {
    case 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH': {
      const { record } = error as CsvError & { record?: unknown[] };
      return problemOfLength(record?.length);
    }
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'the file ends inside quotes that are never closed';
    default:
      return error?.message ?? 'cannot be read';
  }
}
