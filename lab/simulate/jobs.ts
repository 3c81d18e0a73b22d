import { simulateInChild } from './child.ts';
import type { SimulateOptions } from './options.ts';
import { SearchReport } from './report.ts';

/** Divides the seeds among several processes. Returns the number of seeds that failed. */
export async function runJobs(options: SimulateOptions): Promise<number> {
  const { seed, seeds, jobs, days, seconds, database, fault, json } = options;
  const report = new SearchReport(options, () => performance.now());
  const stop = new AbortController();
  let failed: number | undefined;
  await Promise.all(
    Array.from({ length: Math.min(jobs, seeds) }, (_, job) => {
      const flags = Object.entries({
        seed: seed + job,
        seeds: Math.ceil((seeds - job) / jobs),
        every: jobs,
        days,
        database,
        ...(Number.isFinite(seconds) && { seconds }),
        ...(fault !== undefined && { fault }),
      }).flatMap(([name, value]) => [`--${name}`, String(value)]);
      return simulateInChild(
        flags,
        (figures) => {
          report.add(figures);
          const isOver = !json && figures.problems.length > 0;
          if (isOver) {
            failed ??= figures.seed;
            stop.abort();
          }
          return !isOver;
        },
        stop.signal,
      );
    }),
  );
  if (failed === undefined) {
    report.end();
    return report.failed;
  }
  // This process has not loaded the simulated machine yet. It repeats the failure and explains it.
  const { runHere } = await import('./run-here.ts');
  return runHere({ ...options, seed: failed, seeds: 1 });
}
