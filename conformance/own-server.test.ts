import { beforeAll, describe, expect, inject, test } from 'vitest';
import { type Report, run, SECTIONS } from './index.ts';
import { ownServer } from './testing/servers.ts';

/** Every seed on both databases is a command's work; the rest of the tests see one of each. */
const RUNS =
  process.env.WIGWAG_CONFORMANCE === 'seeds'
    ? [1, 2, 3].flatMap((seed) => (['SQLite', 'PostgreSQL'] as const).map((database) => ({ database, seed })))
    : [{ database: 'SQLite' as const, seed: 1 }];

/** A run takes less than a minute on a machine of two cores that does nothing else. */
const PATIENCE_MILLISECONDS = 600_000;

describe.each(RUNS)('our server on $database, seed $seed', ({ database, seed }) => {
  let report: Report;

  beforeAll(async () => {
    const own = await ownServer(database === 'SQLite' ? undefined : inject('postgresUrl'));
    try {
      report = await run(own.target, { seed });
    } finally {
      await own.stop();
    }
    process.stderr.write(`${database}, seed ${seed}: ${(report.duration_ms / 1000).toFixed(1)} s\n`);
  }, PATIENCE_MILLISECONDS);

  test.each(SECTIONS)('keeps section $section, $title', ({ section }) => {
    const broken = report.clauses
      .filter((clause) => clause.section === section && !['pass', 'unobservable'].includes(clause.verdict))
      .map(({ id, verdict, reason, cases }) => ({
        id,
        verdict,
        reason,
        failures: cases.flatMap(({ failure }) => failure ?? []),
      }));
    expect(broken).toEqual([]);
  });
});
