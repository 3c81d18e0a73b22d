import { admin, type ButtonValue, type CampaignPlan } from '@wigwag/server';
import {
  buttonColumn,
  columnName,
  numberIn,
  PHONE_COLUMNS,
  problemOfNumber,
  USER_ID_COLUMNS,
  variableColumns,
} from '@wigwag/server/recipient-list';
import { readCsv } from '../../../output/csv-file.ts';
import { filled, placeholdersIn, type TextValues } from '../../../output/placeholders.ts';
import { UsageError } from '../../../program/errors/errors.ts';

/** The template, connection and variables that a list must match. */
export interface ListPlan extends CampaignPlan {
  /** Values of dynamic buttons instead of columns such as button0. `{{column}}` inserts a value from the row. */
  buttons?: readonly ButtonValue[] | undefined;
}

/** A row of a list: a recipient, or a problem. Lines count from 1, as in an editor. */
type CampaignListRow = { line: number } & ({ listed: admin.CampaignPerson } | { problem: string });

/** Which column contains which value. */
interface Columns {
  /** The columns of the number and of the user ID, in this order; at least one. */
  people: number[];
  name: number;
  variables: { name: string; at: number }[];
  positional: boolean;
  /** Button values, in which `{{column}}` inserts a value from the row. */
  buttons: ButtonValue[];
  /** All column names in lower case. */
  names: string[];
  /** Columns that the template does not use. */
  unused: string[];
}

/**
 * Reads a list of any length row by row. Its first line names the columns.
 *
 * @param tellUnused is called with the columns that the template does not use
 * @throws {UsageError} if the file cannot be read, or if its header lacks a column
 */
export async function* readList(
  path: string,
  plan: ListPlan,
  tellUnused: (columns: string[]) => void = () => {},
): AsyncGenerator<CampaignListRow> {
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
    throw new UsageError(`${path} is empty: its first line must name the columns, such as phone,name,var1`);
  }
}

/** @throws {UsageError} naming every missing column */
function requireColumns(header: readonly string[], plan: ListPlan): Columns {
  const names = header.map(columnName);
  const at = (candidates: readonly string[]) => names.findIndex((name) => candidates.includes(name));
  const positional = plan.template.parameterFormat === 'POSITIONAL';
  const variables = admin.variableNamesOf(plan).map((name) => ({
    name,
    at: at(variableColumns(name, positional)),
  }));
  const people = [at(PHONE_COLUMNS), at(USER_ID_COLUMNS)].filter((column) => column !== -1);
  const buttons = buttonsOf(plan);
  const inButtons = buttons.flatMap(({ text }) => placeholdersIn(text));
  const unknown = inButtons.filter((column) => !names.includes(column));
  const missing = [
    ...(people.length === 0 ? ['phone'] : []),
    ...variables.filter((variable) => variable.at === -1).map(({ name }) => (positional ? `var${name}` : name)),
    ...unknown.filter((column) => OWN_COLUMN.test(column)),
  ];
  const says = `the first line has ${header.join(', ')}`;
  if (missing.length > 0) {
    const what = missing.length === 1 ? `the column ${missing[0]} is` : `the columns ${missing.join(', ')} are`;
    const [button] = missing.flatMap((column) => OWN_COLUMN.exec(column)?.slice(1) ?? []);
    const orElse = button === undefined ? '' : `; or give it as --button "${button}={{COLUMN}}"`;
    throw new UsageError(`${what} missing: ${says}${orElse}`);
  }
  if (unknown[0] !== undefined) {
    throw new UsageError(`there is no column {{${unknown[0]}}}: ${says}`);
  }
  const name = at(['name']);
  const ofButtons = inButtons.map((column) => names.indexOf(column));
  const used = [...people, name, ...variables.map((variable) => variable.at), ...ofButtons];
  const unused = header.filter((column, index) => column !== '' && !used.includes(index));
  return { people, name, variables, positional, buttons, names, unused };
}

/** A button's value comes from this column if the command line gives none. */
const OWN_COLUMN = /^button(\d+)$/;

/**
 * Returns the values of the dynamic buttons, from the command line or from columns such as button0. A button that
 * requires no value gets one only from the command line.
 *
 * @throws {UsageError} for a button that the template does not have
 */
function buttonsOf(plan: ListPlan): ButtonValue[] {
  const places = admin.buttonPlacesOf(plan);
  const given = plan.buttons ?? [];
  const stray = given.find(({ index }) => !places.some((place) => place.index === index));
  if (stray) {
    throw new UsageError(
      `--button ${stray.index}: ${plan.template.name} has no dynamic button there; it has: ${places.map(({ index }) => index).join(', ') || 'none'}`,
    );
  }
  const used = places.filter(({ index, isRequired }) => isRequired || given.some((button) => button.index === index));
  return used.map(({ index }) => {
    const text = given.findLast((button) => button.index === index)?.text ?? `{{${buttonColumn(index)}}}`;
    // Column names match in any case.
    return { index, text: text.replace(/\{\{[^{}]+\}\}/g, (placeholder) => placeholder.toLowerCase()) };
  });
}

function rowOf(record: readonly string[], columns: Columns): { listed: admin.CampaignPerson } | { problem: string } {
  const cell = (at: number) => record[at] ?? '';
  const phone = columns.people.map((column) => numberIn(cell(column))).find((one) => one !== '') ?? '';
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
      ...(columns.buttons.length > 0 && { buttons: filledIn(columns, record) }),
    },
  };
}

function filledIn({ buttons, names }: Columns, record: readonly string[]): ButtonValue[] {
  const values: TextValues = Object.fromEntries(names.map((name, at) => [name, record[at] ?? '']));
  return buttons.map(({ index, text }) => ({ index, text: filled(text, values) }));
}
