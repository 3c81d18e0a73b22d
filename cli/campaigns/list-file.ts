import { type CampaignPlan, type Listed, variableNamesOf } from '@wigwag/server';
import { numberIn, problemOfNumber, readCsv } from '../csv-file.ts';
import { UsageError } from '../errors.ts';

/** A row of a list: somebody, or what is wrong with it. Lines count from 1, as an editor shows them. */
export type ListRow = { line: number } & ({ listed: Listed } | { problem: string });

/** What the column of the numbers may be called. */
const PHONE = ['phone', 'number', 'to', 'mobile', 'phone_number', 'telephone'];

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
 * Reads a list row by row, however long it is; its first line names the columns.
 *
 * @param tellUnused is told of columns that the template does not ask for
 * @throws {UsageError} for a file that cannot be read, or a header that lacks a column
 */
export async function* readList(
  path: string,
  plan: CampaignPlan,
  tellUnused: (columns: string[]) => void = () => {},
): AsyncGenerator<ListRow> {
  let columns: Columns | undefined;
  for await (const row of readCsv(path)) {
    if ('problem' in row) {
      yield row;
    } else if (columns === undefined) {
      columns = requireColumns(row.cells, plan);
      tellUnused(columns.unused);
    } else {
      yield { line: row.line, ...rowOf(row.cells, columns) };
    }
  }
  if (columns === undefined) {
    throw new UsageError(`${path} is empty: its first line must name the columns, as phone,name,var1`);
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
  const phone = numberIn(cell(columns.phone));
  const problem = problemOfNumber(phone);
  if (problem !== undefined) {
    return { problem };
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
