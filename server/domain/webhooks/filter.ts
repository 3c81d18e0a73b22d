import { Environment } from '@marcbachmann/cel-js';
import { CHANNELS, EVENTS } from '@wigwag/openapi';
import type { NewEvent } from '../../store/webhooks/events.ts';

/** The maximum length of a filter, in characters. */
export const FILTER_MAX_LENGTH = 1000;

/** Limits the structure of a filter. With `OPERATORS` and `FUNCTIONS`, its cost grows with its length only linearly. */
const LIMITS = { maxAstNodes: 200, maxDepth: 20, maxListElements: 100, maxMapEntries: 1, maxCallArguments: 2 };

/**
 * The operators of a filter. Arithmetic is not among them: `+` can build a long text. Comprehensions such as `exists` and
 * `matches`, whose regular expressions may take exponential time, are no `FUNCTIONS`.
 */
const OPERATORS = ['&&', '||', '!_', '==', '!=', '<', '<=', '>', '>=', 'in', '?:', '.', '[]', 'id', 'value', 'list'];
const FUNCTIONS = ['has', 'size', 'contains', 'startsWith', 'endsWith', 'lowerAscii'];

/** The fields of an event that a filter can use. */
const environment = new Environment({ limits: LIMITS })
  .registerVariable('event', 'string')
  .registerVariable('channel', 'string')
  .registerVariable('connection_id', 'dyn')
  .registerVariable('test', 'bool')
  .registerVariable('data', 'dyn');

/** A node of a parsed filter. */
interface Node {
  op: string;
  args: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'op' in value;

/** Returns all nodes of an expression. */
function nodesOf(value: unknown): Node[] {
  if (Array.isArray(value)) {
    return value.flatMap(nodesOf);
  }
  return isNode(value) ? [value, ...nodesOf(value.args)] : [];
}

/** Returns what a filter uses but must not; undefined if nothing. */
function refusedIn({ op, args }: Node): string | undefined {
  if (op === 'call' || op === 'rcall') {
    const name = String((args as unknown[])[0]);
    return FUNCTIONS.includes(name) ? undefined : `the function ${name}`;
  }
  return OPERATORS.includes(op) ? undefined : `the operator ${shown(op)}`;
}

/** Returns an operator as a filter has it: the library names those with one operand `!_` and `-_`. */
const shown = (operator: string): string => operator.replace('_', '');

/** The values of the variables that have only a few. */
const VALUES: Readonly<Record<string, readonly string[]>> = { event: EVENTS, channel: CHANNELS };

/** Returns a value that a variable is compared with and never has, such as a misspelled one; undefined if there is none. */
function neverTrueIn({ op, args }: Node): string | undefined {
  if (!['==', '!=', 'in'].includes(op)) {
    return undefined;
  }
  const [left, right] = args as [Node, Node];
  const [variable, value] = left.op === 'id' ? [left, right] : [right, left];
  const known = variable.op === 'id' ? VALUES[String(variable.args)] : undefined;
  const compared = value.op === 'list' ? (value.args as Node[]) : [value];
  const unknown = compared.find((one) => one.op === 'value' && !known?.includes(String(one.args)));
  return known && unknown && `${variable.args} is never ${JSON.stringify(unknown.args)}; it is ${orList(known)}`;
}

const orList = (names: readonly string[]): string => names.join(', ').replace(/, (\S+)$/, ' or $1');

type Compiled = ReturnType<typeof environment.parse>;

/** @throws {Error} whose message says what is wrong with the filter */
function compile(filter: string): Compiled {
  if (filter.length > FILTER_MAX_LENGTH) {
    throw new Error(`it is longer than ${FILTER_MAX_LENGTH} characters`);
  }
  const compiled = environment.parse(filter);
  const refused = nodesOf(compiled.ast).map(refusedIn).find(Boolean);
  if (refused !== undefined) {
    const operators = OPERATORS.slice(0, OPERATORS.indexOf('.')).map(shown);
    throw new Error(`it uses ${refused}; filters can use ${[...operators, ...FUNCTIONS].join(', ')}`);
  }
  const { valid, type, error } = compiled.check();
  if (!valid) {
    throw error ?? new Error('it is not a valid expression');
  }
  if (type !== 'bool' && type !== 'dyn') {
    throw new Error(`its result is of the type ${type}, and must be true or false`);
  }
  return compiled;
}

/** Returns what is wrong with a filter; undefined if it can be used. */
export function filterProblem(filter: string): string | undefined {
  try {
    const { ast } = compile(filter);
    return nodesOf(ast).map(neverTrueIn).find(Boolean);
  } catch (error) {
    // The next lines show the position in the expression.
    const [problem = ''] = (error as Error).message.split('\n');
    return problem === 'Unexpected token: EOF' ? 'it is not complete' : problem;
  }
}

/** How many compiled filters are kept. */
const KEPT = 1000;
const compiledFilters = new Map<string, Compiled>();

function compiledOf(filter: string): Compiled {
  const known = compiledFilters.get(filter);
  if (known) {
    return known;
  }
  const compiled = compile(filter);
  const [oldest] = compiledFilters.keys();
  if (compiledFilters.size >= KEPT && oldest !== undefined) {
    compiledFilters.delete(oldest);
  }
  compiledFilters.set(filter, compiled);
  return compiled;
}

/**
 * Returns whether an event passes a filter: the result must be true. An event without a field that the filter reads, or
 * with a value of another type, does not pass.
 */
export function passesFilter(filter: string | null, event: NewEvent): boolean {
  if (filter === null) {
    return true;
  }
  try {
    const { event: name, channel, connectionId, isTest, data } = event;
    return (
      compiledOf(filter)({ event: name, channel, connection_id: connectionId ?? null, test: isTest, data }) === true
    );
  } catch {
    return false;
  }
}
