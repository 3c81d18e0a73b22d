import { parseArgs } from 'node:util';
import type { DatabaseKind } from './act.ts';

const HELP = `npm run lab -- simulate [options]

Runs servers, workers, clients, customers and the mock of Meta in one process, from one seed.
Exits with 0 if every check passes, with 1 if one fails, and with 2 if an option is wrong.

  --seed N           first seed, or "today", which chooses one by date (default: 1)
  --seeds N          maximum number of seeds to run (default: 1)
  --days N           number of days that each seed simulates, such as 0.5 (default: 7)
  --seconds N        start no more seeds after this many seconds
  --database NAME    sqlite or postgres; postgres starts a real server (default: sqlite)
  --jobs N           number of processes that share the seeds; not with --plan or --trace (default: 1)
  --plan FILE        run the plan that a failure wrote to FILE, instead of the plan of a seed; may be repeated
  --fault NAME       add a known fault to the servers (lab/simulate/faults/faults.ts)
  --shrink-seconds N search for a smaller plan for at most this many seconds after a failure (default: 120)
  --no-shrink        end at the first problem, without a search for a smaller plan
  --trace            write every step to stdout
  --json             write one JSON object per seed

Examples:
  npm run lab -- simulate --seed 7 --days 30
  npm run lab -- simulate --seed today --seconds 60 --seeds 9999 --days 1
  npm run lab -- simulate --seeds 34 --days 30 --jobs 2
  npm run lab -- simulate --seeds 5 --days 2 --database postgres
  npm run lab -- simulate --seed 3 --days 2 --fault no-webhook-retry`;

const OPTIONS = {
  seed: { type: 'string', default: '1' },
  seeds: { type: 'string', default: '1' },
  /** The distance to the next seed: each of several processes runs every n-th seed. */
  every: { type: 'string', default: '1' },
  days: { type: 'string', default: '7' },
  seconds: { type: 'string', default: 'Infinity' },
  database: { type: 'string', default: 'sqlite' },
  jobs: { type: 'string', default: '1' },
  plan: { type: 'string', multiple: true },
  fault: { type: 'string' },
  'shrink-seconds': { type: 'string', default: '120' },
  'no-shrink': { type: 'boolean', default: false },
  trace: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const DAY_MILLISECONDS = 86_400_000;

/** Ends the process with exit code 2. */
export function fail(message: string): never {
  console.error(`simulate: ${message}; run with --help to see the options`);
  process.exit(2);
}

function parse() {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch (error) {
    return fail((error as Error).message);
  }
}

/** Unlike `Number`, does not take an empty text for 0. */
const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

/** Returns the options of this process. Prints the help, or ends the process on an invalid option. */
export function readOptions() {
  const {
    seed,
    seeds,
    every,
    database,
    jobs,
    days,
    seconds,
    'shrink-seconds': shrinkSeconds,
    help,
    ...others
  } = parse();
  if (help) {
    console.log(HELP);
    process.exit(0);
  }
  if (database !== 'sqlite' && database !== 'postgres') {
    return fail('--database must be sqlite or postgres');
  }
  const whole = {
    seed: seed === 'today' ? Math.floor(Date.now() / DAY_MILLISECONDS) * 1000 : numberOf(seed),
    seeds: numberOf(seeds),
    every: numberOf(every),
    jobs: numberOf(jobs),
  };
  for (const [name, value] of Object.entries(whole)) {
    const least = name === 'seed' ? 0 : 1;
    if (!Number.isInteger(value) || value < least) {
      fail(`--${name} must be a whole number from ${least}`);
    }
  }
  if (whole.jobs > 1 && (others.plan !== undefined || others.trace)) {
    fail('--plan and --trace need --jobs 1');
  }
  const positive = { days: numberOf(days), seconds: numberOf(seconds), 'shrink-seconds': numberOf(shrinkSeconds) };
  for (const [name, value] of Object.entries(positive)) {
    if (!(value > 0)) {
      fail(`--${name} must be a number above 0`);
    }
  }
  return { ...whole, ...positive, database: database as DatabaseKind, ...others };
}

export type SimulateOptions = ReturnType<typeof readOptions>;
