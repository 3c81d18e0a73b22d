import './install.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { applyFault } from './faults/apply.ts';
import { PostgresServer } from './machine/postgres-server.ts';
import { real } from './machine/scheduler.ts';
import { fail, type Options } from './options.ts';
import type { Plan } from './plan.ts';
import { Report } from './report.ts';

const SHRINK_TRIES = 150;
const PLAN_FILE = 'simulation-plan.json';
const DAY_MICROSECONDS = 86_400_000_000;

/** Returns the kind of a problem. A smaller plan must cause a problem of the same kind. */
const kindOf = (problem: string | undefined): string | undefined => problem?.split(':')[0];

/**
 * Simulates seeds in this process. Explains the first failure and ends there. Returns the number of failures.
 *
 * @param postgresUrl the real PostgreSQL server, if the seeds need one
 */
export async function runSeeds(options: Options, postgresUrl?: string): Promise<number> {
  const { fault, json, database } = options;
  if (fault !== undefined) {
    try {
      applyFault(fault);
    } catch (error) {
      fail((error as Error).message);
    }
  }
  // Only modules that load after this see the simulated machine and the fault.
  const { makePlan } = await import('./plan.ts');
  const { Simulation } = await import('./simulation.ts');
  const postgres = postgresUrl === undefined ? undefined : new PostgresServer(postgresUrl);
  const run = (plan: Plan, write?: (line: string) => void) => new Simulation(plan, write, postgres).run();
  const fails = (plan: Plan, isFound: (problem: string) => boolean) =>
    new Simulation(plan, undefined, postgres).run(isFound).then(({ problems }) => problems.some(isFound));
  const given: Plan[] | undefined = options.plan?.map((file) => JSON.parse(readFileSync(file, 'utf8')));
  const report = new Report(json, real.now);
  if (given?.some(({ topology }) => topology === 'postgres') && postgres === undefined) {
    fail('this plan needs --database postgres');
  }
  const seeds = given?.length ?? options.seeds;
  for (let index = 0; index < seeds && report.elapsed < options.seconds; index += 1) {
    const plan = given?.[index] ?? makePlan(options.seed + index * options.every, options.days, database);
    const { story, failedAt = 0, ...figures } = await run(plan, options.trace ? console.log : undefined);
    const { seed, topology, days } = plan;
    report.add({ seed, topology, days, ...figures });
    if (figures.problems.length > 0 && !json) {
      let failure = { plan, story, problems: figures.problems };
      if (!options['no-shrink']) {
        const kind = kindOf(figures.problems[0]);
        console.log(`failed: ${figures.problems[0]}\nsearching for a smaller plan that fails with "${kind}" …`);
        const { shrink } = await import('./shrink.ts');
        const isSame = (problem: string) => kindOf(problem) === kind;
        const smaller = await shrink(plan, (one) => fails(one, isSame), {
          tries: SHRINK_TRIES,
          failedAt,
          onTry: showProgress,
        });
        failure = { plan: smaller, ...(await run(smaller)) };
      }
      explain(failure, plan, options);
      return 1;
    }
  }
  report.end();
  return report.failed;
}

/** Shows on a terminal how far the search for a smaller plan is. */
function showProgress(runs: number, acts: number): void {
  if (process.stderr.isTTY) {
    process.stderr.write(`\r${runs} of at most ${SHRINK_TRIES} runs, ${acts} acts left \u001b[K`);
  }
}

/** Prints a failure and writes its plan to a file. */
function explain(
  { plan, story, problems }: { plan: Plan; story: readonly string[]; problems: readonly string[] },
  whole: Plan,
  { database, fault }: Options,
): void {
  const acts = plan.happenings.map(
    ({ at, act, details }) => `day ${(at / DAY_MICROSECONDS).toFixed(3)}: ${act} ${JSON.stringify(details)}`,
  );
  const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`).join('\n');
  console.log(`\nThe last events:\n${indented(story)}`);
  console.log(`\nThe plan (${acts.length} of ${whole.happenings.length} acts):\n${indented(acts)}`);
  console.log(`\nProblems:\n${indented(problems)}`);
  writeFileSync(PLAN_FILE, JSON.stringify(plan, undefined, 1));
  const flags = `${database === 'sqlite' ? '' : ` --database ${database}`}${fault === undefined ? '' : ` --fault ${fault}`}`;
  console.log(`\nTo repeat it:\n  npm run simulate -- --plan ${PLAN_FILE}${flags} --trace`);
  console.log(`  npm run simulate -- --seed ${whole.seed} --days ${whole.days}${flags}`);
}
