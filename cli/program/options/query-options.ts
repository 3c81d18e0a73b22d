import { type Command, Option } from 'commander';
import { OPERATIONS } from '../../generated/operations.ts';
import { count, day, known } from './options.ts';

type OperationId = keyof typeof OPERATIONS;

interface QueryParameter {
  help: string;
  type: string;
  values?: readonly string[];
}

const PARSERS: Record<string, (value: string) => unknown> = { integer: count, date: day };
const PLACEHOLDERS: Record<string, string> = { integer: ' <number>', date: ' <day>', boolean: '' };

/** Parameters whose option has another name. */
const RENAMED: Record<string, string> = { agent_id: 'agent' };

/** Parameters that lists load page by page; their options are `--limit` and `--all`. */
const PAGING = ['limit', 'cursor'];

/** Returns the query parameters of an operation for which there is an option, and the name of the option. */
const parametersOf = (operation: OperationId, without: readonly string[] = []) =>
  Object.entries(OPERATIONS[operation].query as Record<string, QueryParameter>)
    .filter(([name]) => !PAGING.includes(name) && !without.includes(name))
    .map(([name, parameter]) => ({ name, flag: (RENAMED[name] ?? name).replaceAll('_', '-'), parameter }));

/**
 * Adds an option for each query parameter of an operation, with the help text and the values of the document.
 *
 * @param without parameters for which the command has other options
 */
export function withQuery(command: Command, operation: OperationId, without: readonly string[] = []): Command {
  for (const { name, flag, parameter } of parametersOf(operation, without)) {
    const { help, type, values } = parameter;
    const option = new Option(`--${flag}${PLACEHOLDERS[type] ?? ` <${name}>`}`, help);
    if (values) {
      known(option, values);
    }
    const parser = PARSERS[type];
    command.addOption(parser ? option.argParser(parser) : option);
  }
  return command;
}

/** Returns the query that the options of `withQuery` give. */
export function queryOf<Query extends object>(operation: OperationId, flags: object): Query {
  const given = flags as Record<string, unknown>;
  return Object.fromEntries(
    parametersOf(operation)
      .map(({ name, flag }) => [name, given[flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())]])
      .filter(([, value]) => value !== undefined),
  ) as Query;
}

/** The largest page of a list (§8). */
export const LARGEST_PAGE = OPERATIONS.listContacts.query.limit.maximum;
