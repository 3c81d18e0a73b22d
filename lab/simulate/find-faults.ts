import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { simulateInChild } from './child.ts';
import { FAULTS } from './faults/faults.ts';

const HELP = `npm run simulate:faults -- [options] [NAME ...]

Adds each known fault to the servers and counts the seeds until the simulator finds it. Without names, takes all faults of
lab/simulate/faults/faults.ts. Exits with 1 if the simulator misses a fault, and with 2 if an option is wrong.

  --starts N   number of searches for each fault (default: 3)
  --most N     maximum number of seeds in a search (default: 60)
  --days N     number of days that each seed simulates (default: 2)

Example:
  npm run simulate:faults -- --most 20 lost-waiters`;

function fail(message: string): never {
  console.error(`simulate:faults: ${message}; run with --help to see the options`);
  process.exit(2);
}

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        starts: { type: 'string', default: '3' },
        most: { type: 'string', default: '60' },
        days: { type: 'string', default: '2' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    return fail((error as Error).message);
  }
}

const { values, positionals } = parse();
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const names = positionals.length > 0 ? positionals : Object.keys(FAULTS);
const unknown = names.find((name) => !(name in FAULTS));
if (unknown !== undefined) {
  fail(`the fault ${unknown} does not exist; the faults are: ${Object.keys(FAULTS).join(', ')}`);
}
for (const name of ['starts', 'most', 'days'] as const) {
  if (!(Number(values[name]) > 0)) {
    fail(`--${name} must be a number above 0`);
  }
}
const [starts, most] = [Math.ceil(Number(values.starts)), Math.ceil(Number(values.most))];
/** The distance between start seeds, large enough that no seed is used twice. */
const BETWEEN_STARTS = 10_000;

interface Search {
  fault: string;
  /** The number of seeds until the fault was found; undefined if it was not. */
  seeds: number | undefined;
  problem: string;
}

async function search(fault: string, start: number): Promise<Search> {
  const flags = ['--fault', fault, '--seed', String(start), '--seeds', String(most), '--days', values.days];
  const result: Search = { fault, seeds: undefined, problem: '' };
  await simulateInChild(flags, ({ seed, problems: [problem] }) => {
    if (problem !== undefined) {
      result.seeds = seed - start + 1;
      result.problem = problem;
    }
    return problem === undefined;
  });
  return result;
}

const queue = names.flatMap((fault) =>
  Array.from({ length: starts }, (_, index) => ({ fault, start: 1 + index * BETWEEN_STARTS })),
);
const found: Search[] = [];
let missed = 0;

/** Prints the row of a fault when all its searches have ended, because a run over all faults may be interrupted. */
function report(name: string): void {
  const own = found.filter(({ fault }) => fault === name);
  if (own.length < starts) {
    return;
  }
  const counts = own.map(({ seeds }) => seeds ?? Number.POSITIVE_INFINITY).sort((left, right) => left - right);
  const hits = counts.filter(Number.isFinite);
  const median = counts[Math.floor(counts.length / 2)] as number;
  missed += hits.length === 0 ? 1 : 0;
  const sign = own.find(({ problem }) => problem !== '')?.problem ?? '';
  const shown = Number.isFinite(median) ? median : `more than ${most}`;
  console.log(`| ${name} | ${hits.length} of ${own.length} | ${shown} | ${sign.slice(0, 110)} |`);
}

console.log('| Fault | Found | Seeds, median | First sign |\n|---|---|---|---|');
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      found.push(await search(next.fault, next.start));
      report(next.fault);
    }
  }),
);
process.exit(missed > 0 ? 1 : 0);
