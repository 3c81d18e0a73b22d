import { beforeAll, describe, expect, test } from 'vitest';
import { freshPostgres } from '../lab/testing/postgres.ts';
import { LeakDetector } from '../lab/testing/secrets.ts';
import { type Report, run, SECTIONS } from './index.ts';
import { ownServer } from './testing/servers.ts';

interface Judgement {
  database: 'SQLite' | 'PostgreSQL';
  seed: number;
  /** The sections to run. @default all */
  only?: readonly string[];
}

/** The runs by `WIGWAG_CONFORMANCE`. */
const CHOICES: Record<string, readonly Judgement[]> = {
  seeds: [1, 2, 3].flatMap((seed) => (['SQLite', 'PostgreSQL'] as const).map((database) => ({ database, seed }))),
  sample: [{ database: 'SQLite', seed: 1, only: ['1', '2.1', '4.1', '5.1'] }],
};
/** By default, PostgreSQL runs only the sections that depend on concurrent transactions or on shared limits. */
const RUNS: readonly Judgement[] = CHOICES[process.env.WIGWAG_CONFORMANCE ?? ''] ?? [
  { database: 'SQLite', seed: 1 },
  { database: 'PostgreSQL', seed: 1, only: ['6', '8'] },
];

/** A run takes less than a minute on an idle machine with two cores. */
const TIMEOUT_MILLISECONDS = 600_000;

/** Collects the contents of all requests and control protocol responses, until it is cleared. */
function listenIn(secrets: LeakDetector, controlUrl: string): () => void {
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
  const secrets = new LeakDetector();
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

  // Some sections cause no log lines.
  if (only.length === 0) {
    test('the server logs no contents of requests', () => {
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
