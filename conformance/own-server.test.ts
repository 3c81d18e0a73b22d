import { beforeAll, describe, expect, test } from 'vitest';
import { freshPostgres } from '../testing/postgres.ts';
import { Secrets } from '../testing/secrets.ts';
import { type Report, run, SECTIONS } from './index.ts';
import { ownServer } from './testing/servers.ts';

interface Judgement {
  database: 'SQLite' | 'PostgreSQL';
  seed: number;
  /** Sections; all of them when left out. */
  only?: readonly string[];
}

/** Every seed on both databases is a command's work. Else PostgreSQL shows what many transactions at a time could spoil. */
const RUNS: readonly Judgement[] =
  process.env.WIGWAG_CONFORMANCE === 'seeds'
    ? [1, 2, 3].flatMap((seed) => (['SQLite', 'PostgreSQL'] as const).map((database) => ({ database, seed })))
    : [
        { database: 'SQLite', seed: 1 },
        { database: 'PostgreSQL', seed: 1, only: ['6'] },
      ];

/** A run takes less than a minute on a machine of two cores that does nothing else. */
const TIMEOUT_MILLISECONDS = 600_000;

/** Takes up what every request says, and what the control port gives out, until it is told to forget it. */
function listenIn(secrets: Secrets, controlUrl: string): () => void {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const url = String(input);
    secrets.noteRequest(url, init?.body, init?.headers);
    const response = await fetch(input, init);
    if (url.startsWith(controlUrl)) {
      secrets.note(
        await response
          .clone()
          .json()
          .catch(() => null),
      );
    }
    return response;
  };
  return () => {
    globalThis.fetch = fetch;
  };
}

describe.each(RUNS)('our server on $database, seed $seed', ({ database, seed, only = [] }) => {
  let report: Report;
  const secrets = new Secrets();
  let log = '';

  beforeAll(async () => {
    const postgres = database === 'PostgreSQL' ? await freshPostgres() : undefined;
    const own = await ownServer(postgres?.url);
    const forget = listenIn(secrets, own.target.control_url);
    try {
      report = await run(own.target, { seed, only });
    } finally {
      forget();
      await own.stop();
      log = own.log();
      await postgres?.drop();
    }
    process.stderr.write(`${database}, seed ${seed}: ${(report.duration_ms / 1000).toFixed(1)} s\n`);
  }, TIMEOUT_MILLISECONDS);

  // A part of the suite may give it no cause to log anything.
  if (only.length === 0) {
    test('nothing that the whole suite said to it stands in what it logged', () => {
      expect(secrets.size).toBeGreaterThan(300);
      expect(log).toMatch(/"level":/);
      expect(secrets.foundIn(log)).toEqual([]);
    });
  }

  test.each(SECTIONS.filter(({ section }) => only.length === 0 || only.includes(section)))(
    'keeps section $section, $title',
    ({ section }) => {
      const broken = report.clauses
        .filter((clause) => clause.section === section && !['pass', 'unobservable'].includes(clause.verdict))
        .map(({ id, verdict, reason, cases }) => ({
          id,
          verdict,
          reason,
          failures: cases.flatMap(({ failure }) => failure ?? []),
        }));
      expect(broken).toEqual([]);
    },
  );
});
