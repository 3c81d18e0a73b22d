import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Benchmark, figure, median } from './figure.ts';
import { prepareLives } from './support/life-accounts.ts';
import { startLoad } from './support/life-load.ts';
import { run } from './support/processes.ts';
import type { Trace } from './support/traced-process.ts';

/** How long the server rests before a message, in milliseconds, so that each task of the last one has ended. */
const REST = 400;
/** The number of functions and files that are printed. */
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

/** Returns the files and functions with most calls, one line each. */
function busiest(calls: Trace['calls']): string[] {
  return calls
    .toSorted((left, right) => right.count - left.count)
    .slice(0, SHOWN)
    .map(({ file, name, count }) => `${String(count).padStart(6)}  ${file} ${name || '(anonymous)'}`);
}

/**
 * What an idle server does for one WhatsApp text on SQLite, from the request until the third webhook: calls of its own
 * functions, their files, statements and transactions.
 */
export const idle: Benchmark = async ({ quick, progress }) => {
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-bench-'));
  const load = await startLoad();
  const database = `sqlite:${join(folder, 'wigwag.db')}`;
  const { callbackPath, senders } = await prepareLives(database, load.receiverUrl);
  const server = await run('traced-process.ts', 'api-process.ts', database, 'all', load.providerUrl);
  const trace = async (): Promise<Trace> => {
    const answer = once(server.process, 'message');
    server.process.send('');
    return (await answer)[0] as Trace;
  };
  try {
    const target = { messages: [`${server.line}/api/v1/messages`], callbacks: [server.line + callbackPath], senders };
    const single = { seconds: 0.001, paced: 1 };
    const traces: Trace[] = [];
    for (let count = quick ? -2 : -5; count < (quick ? 5 : 15); count += 1) {
      await sleep(REST);
      await trace();
      await load.run(target, single);
      await sleep(REST);
      const found = await trace();
      if (count >= 0) {
        traces.push(found);
      }
    }
    const costs = traces.map(costOf);
    const of = (name: keyof (typeof costs)[number]) => median(costs.map((cost) => cost[name]));
    const typical = traces.toSorted((left, right) => costOf(left).calls - costOf(right).calls)[traces.length >> 1];
    progress([...busiest(typical?.calls ?? []), ...(typical?.statements ?? [])].map((line) => `  ${line}`).join('\n'));
    return [
      figure('idle: calls for a message', of('calls'), 'calls', 2_500, 'down'),
      figure('idle: functions for a message', of('functions'), 'functions', 400, 'down'),
      figure('idle: files for a message', of('files'), 'files', 95, 'down'),
      figure('idle: statements for a message', of('statements'), 'statements', 40, 'down'),
      figure('idle: transactions for a message', of('transactions'), 'transactions', 7, 'down'),
    ];
  } finally {
    await server.stop();
    load.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
