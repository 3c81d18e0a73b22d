import { beforeAll, describe, expect, test } from 'vitest';
import { startPgBouncer } from '../lab/testing/pgbouncer.ts';
import { freshPostgres } from '../lab/testing/postgres.ts';
import { LeakDetector } from '../lab/testing/secrets.ts';
import { startPostgres } from '../lab/testing/start-postgres.ts';
import { type Report, run, SECTIONS } from './index.ts';
import { ownServer } from './testing/servers.ts';

interface Judgement {
  database: 'SQLite' | 'PostgreSQL';
  seed: number;
  /** The sections to run. @default all */
  only?: readonly string[];
  /** What else is between the server and its database. */
  through?: 'a pooler in transaction mode' | 'a replica';
}

/** The runs by `WIGWAG_CONFORMANCE`. */
const CHOICES: Record<string, readonly Judgement[]> = {
  seeds: [1, 2, 3].flatMap((seed) => (['SQLite', 'PostgreSQL'] as const).map((database) => ({ database, seed }))),
  pooler: [{ database: 'PostgreSQL', seed: 1, through: 'a pooler in transaction mode' }],
  replica: [{ database: 'PostgreSQL', seed: 1, through: 'a replica' }],
  sample: [{ database: 'SQLite', seed: 1, only: ['1', '2.1', '4.1', '5.1'] }],
};
/** By default, PostgreSQL runs only the sections that depend on concurrent transactions or on shared limits. */
const RUNS: readonly Judgement[] = CHOICES[process.env.WIGWAG_CONFORMANCE ?? ''] ?? [
  { database: 'SQLite', seed: 1 },
  { database: 'PostgreSQL', seed: 1, only: ['6', '8', 'endpoints'] },
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

interface RunDatabase {
  /** Undefined for SQLite in memory. */
  url: string | undefined;
  /** More variables of the server. */
  variables: Record<string, string>;
  stop(): Promise<void>;
}

async function startDatabase({ database, through }: Judgement): Promise<RunDatabase> {
  if (through === 'a replica') {
    const { url, standbyUrl, stop } = await startPostgres({ standby: true });
    return { url, variables: { WIGWAG_DATABASE_REPLICA_URL: standbyUrl }, stop };
  }
  const postgres = database === 'PostgreSQL' ? await freshPostgres() : undefined;
  if (postgres === undefined || through === undefined) {
    return { url: postgres?.url, variables: {}, stop: async () => void (await postgres?.drop()) };
  }
  const pooler = await startPgBouncer(postgres.url, { pool_mode: 'transaction', default_pool_size: 5 });
  const stop = async () => {
    await pooler.stop();
    await postgres.drop();
  };
  return { url: pooler.url, variables: { WIGWAG_DATABASE_DIRECT_URL: postgres.url }, stop };
}

describe.each(RUNS)('our server on $database, seed $seed', ({ database, seed, only = [], through }) => {
  let report: Report;
  const secrets = new LeakDetector();
  let log = '';

  beforeAll(async () => {
    const { url, variables, stop } = await startDatabase({ database, seed, through });
    const own = await ownServer(url, 'virtual', variables);
    const forget = listenIn(secrets, own.target.control_url);
    try {
      report = await run(own.target, { seed, only });
    } finally {
      forget();
      await own.stop();
      log = own.log();
      await stop();
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
