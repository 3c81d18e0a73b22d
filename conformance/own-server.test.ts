import { beforeAll, expect, inject, test } from 'vitest';
import { type Report, run, SECTIONS } from './index.ts';
import { ownServer } from './testing/servers.ts';

/** Every seed on both databases is a command's work; the rest of the tests see one of each. */
const RUNS =
  process.env.WIGWAG_CONFORMANCE === 'seeds'
    ? [1, 2, 3].flatMap((seed) => (['SQLite', 'PostgreSQL'] as const).map((database) => ({ database, seed })))
    : [{ database: 'SQLite' as const, seed: 1 }];

for (const { database, seed } of RUNS) {
  const reports: Report[] = [];

  beforeAll(async () => {
    const own = await ownServer(database === 'SQLite' ? undefined : inject('postgresUrl'));
    try {
      reports.push(await run(own.target, { seed }));
    } finally {
      await own.stop();
    }
  }, 300_000);

  test.each(SECTIONS)(`our server on ${database} keeps section $section, $title (seed ${seed})`, ({ section }) => {
    const broken = reports
      .flatMap(({ clauses }) => clauses)
      .filter((clause) => clause.section === section && !['pass', 'unobservable'].includes(clause.verdict))
      .map(({ id, verdict, reason, cases }) => ({
        id,
        verdict,
        reason,
        failures: cases.flatMap(({ failure }) => failure ?? []),
      }));
    expect(broken).toEqual([]);
  });
}
