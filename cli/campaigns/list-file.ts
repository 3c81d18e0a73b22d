import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { type CampaignPlan, type Listed, variableNamesOf } from '@wigwag/server';
import { type CsvError, parse } from 'csv-parse';
import { UsageError } from '../errors.ts';

/** A row of a list: somebody, or what is wrong with it. Lines count from 1, as an editor shows them. */
export type ListRow = { line: number } & ({ listed: Listed } | { problem: string });

/** What the column of the numbers may be called. */
const PHONE = ['phone', 'number', 'to', 'mobile', 'phone_number', 'telephone'];
/** What separates columns; spreadsheets of many countries write semicolons. */
const SEPARATORS = [',', ';', '\t'];
/** No header is longer, in bytes. */
const HEADER_BYTES = 65_536;

/** Which column holds what. */
interface Columns {
  phone: number;
  name: number;
  variables: { name: string; at: number }[];
  positional: boolean;
  /** Those that nobody asked for. */
  unused: string[];
}

/**
 * Reads a CSV file row by row, however long it is: with a header, separated by commas, semicolons or tabs, in UTF-8 or UTF-16.
 *
 * @param tellUnused is told of columns that the template does not ask for
 * @throws {UsageError} for a file that cannot be read, or a header that lacks a column
 */
export async function* readList(
  path: string,
  plan: CampaignPlan,
  tellUnused: (columns: string[]) => void = () => {},
): AsyncGenerator<ListRow> {
  const broken: ListRow[] = [];
  const parser = parse({
    bom: true,
    info: true,
    trim: true,
    delimiter: await separatorOf(path),
    relax_quotes: true, // a quote inside a value is one, as Ada "Countess" Lovelace
    skip_empty_lines: true,
    skip_records_with_empty_values: true, // what spreadsheets leave of deleted rows
    skip_records_with_error: true,
    on_skip: (error) => {
      broken.push({ line: lineOf(error), problem: problemOf(error) });
      return undefined;
    },
  });
  const input = createReadStream(path);
  input.on('error', (error) => parser.destroy(error));
  input.pipe(parser);
  let columns: Columns | undefined;
  for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
    yield* broken.splice(0);
    if (columns === undefined) {
      columns = requireColumns(record, plan);
      tellUnused(columns.unused);
    } else {
      yield { line: info.lines, ...rowOf(record, columns) };
    }
  }
  yield* broken.splice(0);
  if (columns === undefined) {
    throw new UsageError(`${path} is empty: its first line must name the columns, as phone,name,var1`);
  }
}

/** @throws {UsageError} when the file cannot be read */
async function separatorOf(path: string): Promise<string> {
  const file = await open(path).catch((error: Error) => {
    throw new UsageError(`cannot read ${path}: ${error.message}`);
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES);
    const [header = ''] = buffer.toString('latin1', 0, bytesRead).split(/[\r\n]/);
    const counts = SEPARATORS.map((separator) => header.split(separator).length);
    return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${(error as Error).message}`);
  } finally {
    await file.close();
  }
}

/** @throws {UsageError} naming every column that is missing */
function requireColumns(header: readonly string[], plan: CampaignPlan): Columns {
  const names = header.map((name) =>
    name
      .replace(/^\{\{(.*)\}\}$/, '$1')
      .trim()
      .toLowerCase(),
  );
  const at = (candidates: readonly string[]) => names.findIndex((name) => candidates.includes(name));
  const positional = plan.template.parameterFormat === 'POSITIONAL';
  const variables = variableNamesOf(plan).map((name) => ({
    name,
    at: at(positional ? [`var${name}`, name] : [name.toLowerCase()]),
  }));
  const phone = at(PHONE);
  const missing = [
    ...(phone === -1 ? ['phone'] : []),
    ...variables.filter((variable) => variable.at === -1).map(({ name }) => (positional ? `var${name}` : name)),
  ];
  if (missing.length > 0) {
    const what = missing.length === 1 ? `the column ${missing[0]} is` : `the columns ${missing.join(', ')} are`;
    throw new UsageError(`${what} missing: the first line says ${header.join(', ')}`);
  }
  const name = at(['name']);
  const used = [phone, name, ...variables.map((variable) => variable.at)];
  const unused = header.filter((column, index) => column !== '' && !used.includes(index));
  return { phone, name, variables, positional, unused };
}

function rowOf(record: readonly string[], columns: Columns): { listed: Listed } | { problem: string } {
  const cell = (at: number) => record[at] ?? '';
  const phone = cell(columns.phone);
  if (record.some((value) => value.includes('\ufffd'))) {
    return { problem: 'is not in UTF-8: save the file as "CSV UTF-8"' };
  }
  if (/^\d+([.,]\d+)?E\+?\d+$/i.test(phone)) {
    return { problem: `a spreadsheet has rounded the number to ${phone}: format its column as text` };
  }
  if (phone === '') {
    return { problem: 'has no number' };
  }
  const values = columns.variables.map(({ name, at }) => [name, cell(at)] as const);
  const variables = columns.positional ? values.map(([, value]) => value) : Object.fromEntries(values);
  return {
    listed: {
      phone,
      name: cell(columns.name),
      ...(values.length > 0 && { variables }),
    },
  };
}

const lineOf = (error: CsvError | undefined): number => Number((error as { lines?: number } | undefined)?.lines ?? 0);

function problemOf(error: CsvError | undefined): string {
  switch (error?.code) {
    case 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH': {
      const { record } = error as CsvError & { record?: unknown[] };
      return `has ${record?.length ?? 'another number of'} columns, which is not what the first line has`;
    }
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'the file ends inside quotes that are never closed';
    default:
      return error?.message ?? 'cannot be read';
  }
}
