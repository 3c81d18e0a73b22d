import { beforeAll, expect, inject, test } from 'vitest';
import { type Report, run, SECTIONS } from './index.ts';
import { ownServer } from './testing.ts';

/** What has to do with flows and campaigns, which our server does not have yet. */
const PENDING =
  /^(2\.11|3\.4|4\.8)\/|flow|campaign|quiet|^(3\.2\/bot-to-closed|5\.1\/every-request|5\.5\/empty|5\.6\/scope-denied|7\/SCOPE_DENIED|7\/FLOW_MODULE_DISABLED)$/;

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
      .filter(
        (clause) =>
          clause.section === section && !['pass', 'unobservable'].includes(clause.verdict) && !PENDING.test(clause.id),
      )
      .map(({ id, verdict, reason, cases }) => ({
        id,
        verdict,
        reason,
        failures: cases.flatMap(({ failure }) => failure ?? []),
      }));
    expect(broken).toEqual([]);
  });
}
