import { type Benchmark, figure, median } from '../figure.ts';
import type { Trace } from '../support/programs/traced-process.ts';
import { traceMessages } from '../support/trace-message.ts';

/** The number of functions that are printed. */
const SHOWN = 25;

const BEGIN = /^\s*begin/i;

/** What one message costs. */
function costOf({ calls, statements }: Trace) {
  return {
    calls: calls.reduce((sum, { count }) => sum + count, 0),
    functions: calls.length,
    files: new Set(calls.map(({ file }) => file)).size,
    statements: statements.length,
    transactions: statements.filter((sql) => BEGIN.test(sql)).length,
  };
}

/** Returns the functions with most calls, one line each. */
const busiest = (calls: Trace['calls']): string[] =>
  calls
    .toSorted((left, right) => right.count - left.count)
    .slice(0, SHOWN)
    .map(({ file, name, count }) => `${String(count).padStart(6)}  ${file} ${name || '(anonymous)'}`);

/**
 * What an idle server does for one WhatsApp text on SQLite, from the request until the third webhook: how many of its
 * functions it calls, in how many files, and how many statements and transactions it runs. V8 counts each continuation
 * of an async function as a call.
 */
export const idle: Benchmark = async ({ quick, progress }) => {
  const traces = await traceMessages(quick ? 5 : 15, quick ? 2 : 5);
  const costs = traces.map(costOf);
  const of = (name: keyof (typeof costs)[number]) => median(costs.map((cost) => cost[name]));
  const typical = traces.toSorted((left, right) => costOf(left).calls - costOf(right).calls)[traces.length >> 1];
  progress([...busiest(typical?.calls ?? []), ...(typical?.statements ?? [])].map((line) => `  ${line}`).join('\n'));
  return [
    figure('idle: calls for a message', of('calls'), 'calls', 2_500, 'down'),
    figure('idle: files for a message', of('files'), 'files', 95, 'down'),
    figure('idle: statements for a message', of('statements'), 'statements', 40, 'down'),
    figure('idle: transactions for a message', of('transactions'), 'transactions', 7, 'down'),
  ];
};
