import type { SimulateOptions } from './options.ts';

/** Runs seeds in this process, which from then on is a simulated machine. Returns the number of seeds that failed. */
export async function runHere(options: SimulateOptions): Promise<number> {
  // The server runs in a separate process, which only a real machine can start. It stops when this process ends.
  const postgres =
    options.database === 'postgres'
      ? await import('../testing/start-postgres.ts').then(({ startPostgres }) => startPostgres())
      : undefined;
  const { runSeeds } = await import('./run.ts');
  return runSeeds(options, postgres?.url);
}
