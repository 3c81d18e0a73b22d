import type { Reporter } from 'vitest/node';

/** Prints at the end what `npm test` leaves out. */
export class LeftOutReporter implements Reporter {
  onTestRunEnd(): void {
    console.log(
      'Left out: PostgreSQL, browsers, most tests of processes, of the suite and of the simulator, and slow tests. Run all with `npm run test:all`.\n',
    );
  }
}
