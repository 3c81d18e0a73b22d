import { readOptions } from './options.ts';

const options = readOptions();
// Only a process that simulates may load the simulated machine: it replaces timers, sockets and random numbers.
const failed =
  options.jobs > 1
    ? await import('./jobs.ts').then(({ runJobs }) => runJobs(options))
    : await import('./run-here.ts').then(({ runHere }) => runHere(options));
process.exit(failed > 0 ? 1 : 0);
