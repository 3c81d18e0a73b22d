import './install.ts';
import { applyFault } from './faults/apply.ts';
import { PostgresServer } from './machine/postgres-server.ts';
import { real } from './machine/scheduler.ts';
import { fail, type SimulateOptions } from './options.ts';
import type { SimulationPlan } from './plan.ts';
import { SearchReport } from './report.ts';

/**
 * Simulates seeds in this process. Explains the first failure and ends there. Returns the number of failures.
 *
 * @param postgresUrl the real PostgreSQL server, if the seeds need one
 */
export async function runSeeds(options: SimulateOptions, postgresUrl?: string): Promise<number> {
  const { fault, json, database } = options;
  if (fault !== undefined) {
    try {
      applyFault(fault);
    } catch (error) {
      fail((error as Error).message);
    }
  }
  // Only modules that load after this see the simulated machine and the fault.
  const { makePlan, readPlan } = await import('./plan.ts');
  const { Simulation } = await import('./simulation.ts');
  const postgres = postgresUrl === undefined ? undefined : new PostgresServer(postgresUrl);
  const run = (plan: SimulationPlan, write?: (line: string) => void) =>
    new Simulation(plan, write, postgres).run(() => options['no-shrink']);
  const given = options.plan?.map((file) => readPlan(file, fail));
  const report = new SearchReport(options, real.now);
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
      const failure = { plan, story, problems: figures.problems };
      const { explain, searchSmaller } = await import('./failure.ts');
      if (options['no-shrink']) {
        explain(failure, plan, options);
      } else {
        const rerun = (one: SimulationPlan, isFound: (problem: string) => boolean, isOver: () => boolean) =>
          new Simulation(one, undefined, postgres).run(isFound, isOver);
        explain(await searchSmaller(failure, rerun, { failedAt, seconds: options['shrink-seconds'] }), plan, options);
      }
      return 1;
    }
  }
  report.end();
  return report.failed;
}
