import './install.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { applyFault } from './faults/apply.ts';
import { real } from './machine/scheduler.ts';
import type { Plan } from './plan.ts';

const HELP = `npm run simulate -- [options]

Runs servers, workers, clients, customers and the mock of Meta in one process, from one seed.
Exits with 0 if everything that was promised was kept, with 1 if not, and with 2 on a wrong option.

  --seed N        the first seed; 1 if it is not given, "today" for seeds that change by date
  --seeds N       how many seeds to run, 1 if it is not given
  --days N        how many days each seed simulates, such as 0.5; 7 if it is not given
  --seconds N     stop starting seeds after this many seconds
  --plan FILE     run the plan in FILE, which a failure wrote, instead of that of a seed
  --fault NAME    add a known fault to the servers (simulate/faults/faults.ts)
  --no-shrink     do not search for a smaller plan after a failure
  --trace         write every step to stdout
  --json          write one JSON object per seed

Examples:
  npm run simulate -- --seed 7 --days 30
  npm run simulate -- --seed today --seconds 60 --seeds 1000 --days 1
  npm run simulate -- --seed 3 --fault repeats-unknown`;

function readFlags() {
  try {
    return parseArgs({
      options: {
        seed: { type: 'string', default: '1' },
        seeds: { type: 'string', default: '1' },
        days: { type: 'string', default: '7' },
        seconds: { type: 'string', default: 'Infinity' },
        plan: { type: 'string' },
        fault: { type: 'string' },
        'no-shrink': { type: 'boolean', default: false },
        trace: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    return fail((error as Error).message);
  }
}

function fail(message: string): never {
  console.error(`simulate: ${message}; --help shows the options`);
  process.exit(2);
}

const values = readFlags();
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const DAY_MILLISECONDS = 86_400_000;
const first = values.seed === 'today' ? Math.floor(real.date() / DAY_MILLISECONDS) * 1000 : Number(values.seed);
const [seeds, days, seconds] = [Number(values.seeds), Number(values.days), Number(values.seconds)];
for (const [name, value] of Object.entries({ seed: first, seeds })) {
  if (!Number.isInteger(value) || value < 0) {
    fail(`--${name} must be a whole number`);
  }
}
for (const [name, value] of Object.entries({ days, seconds })) {
  if (!(value > 0)) {
    fail(`--${name} must be a number above 0`);
  }
}
if (values.fault !== undefined) {
  try {
    applyFault(values.fault);
  } catch (error) {
    fail((error as Error).message);
  }
}

// Only modules that load after this see the simulated machine and the fault.
const { makePlan } = await import('./plan.ts');
const { Simulation } = await import('./simulation.ts');
const { shrink } = await import('./shrink.ts');
const SHRINK_TRIES = 150;
const PLAN_FILE = 'simulation-plan.json';

const run = (plan: Plan, write?: (line: string) => void) => new Simulation(plan, write).run();
/** Returns the kind of a problem. A smaller plan must cause a problem of the same kind. */
const kindOf = (problem: string | undefined): string | undefined => problem?.split(':')[0];

const given: Plan | undefined = values.plan === undefined ? undefined : JSON.parse(readFileSync(values.plan, 'utf8'));
const begun = real.now();
const elapsed = (): number => (real.now() - begun) / 1000;
const totals = { seeds: 0, days: 0, kills: 0, messages: 0, requests: 0, events: 0, failed: 0 };
for (let seed = first; seed < first + (given ? 1 : seeds) && elapsed() < seconds; seed += 1) {
  const plan = given ?? makePlan(seed, days);
  const started = real.now();
  const { problems, story, digest, ...figures } = await run(plan, values.trace ? console.log : undefined);
  totals.seeds += 1;
  totals.days += plan.days;
  for (const name of ['kills', 'messages', 'requests', 'events'] as const) {
    totals[name] += figures[name];
  }
  if (values.json) {
    console.log(JSON.stringify({ seed: plan.seed, topology: plan.topology, digest, ...figures, problems }));
  } else {
    const took = ((real.now() - started) / 1000).toFixed(1);
    console.log(
      `seed ${plan.seed}, ${plan.topology}: ${plan.days} days in ${took} s; ${figures.messages} messages, ${figures.events} events, ${figures.kills} kills, ${figures.steps} steps; trace ${digest.slice(0, 16)}`,
    );
  }
  if (problems.length === 0) {
    continue;
  }
  totals.failed += 1;
  const kind = kindOf(problems[0]);
  let failure = { plan, problems, story };
  if (!values['no-shrink'] && !values.json) {
    console.log(`failed: ${problems[0]}\nsearching for a smaller plan that fails with "${kind}" …`);
    const smaller = await shrink(
      plan,
      async (one) => (await run(one)).problems.some((problem) => kindOf(problem) === kind),
      SHRINK_TRIES,
    );
    const result = await run(smaller);
    failure = { plan: smaller, problems: result.problems, story: result.story };
  }
  if (!values.json) {
    console.log('\nThe last events:');
    for (const line of failure.story) {
      console.log(`  ${line}`);
    }
    console.log(`\nThe plan (${failure.plan.happenings.length} of ${plan.happenings.length} acts):`);
    for (const { at, act, details } of failure.plan.happenings) {
      console.log(`  day ${(at / (DAY_MILLISECONDS * 1000)).toFixed(3)}: ${act} ${JSON.stringify(details)}`);
    }
    console.log('\nProblems:');
    for (const problem of failure.problems) {
      console.log(`  ${problem}`);
    }
    writeFileSync(PLAN_FILE, JSON.stringify(failure.plan, undefined, 1));
    const fault = values.fault === undefined ? '' : ` --fault ${values.fault}`;
    console.log(`\nTo repeat it:\n  npm run simulate -- --plan ${PLAN_FILE}${fault} --trace`);
    console.log(`  npm run simulate -- --seed ${plan.seed} --days ${plan.days}${fault}`);
    process.exit(1);
  }
}
if (!values.json) {
  console.log(
    `${totals.seeds} seeds, ${Math.round(totals.days * 10) / 10} days in ${elapsed().toFixed(0)} s: ${totals.messages} messages, ${totals.events} events, ${totals.requests} requests, ${totals.kills} kills; lost 0, doubled 0, backwards 0, stuck 0`,
  );
}
process.exit(totals.failed > 0 ? 1 : 0);
