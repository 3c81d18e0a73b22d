import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install } from '../../install.ts';
import { startPostgres } from '../../testing/start-postgres.ts';
import { type Benchmark, type BenchOptions, type Figure, figure, percentile } from '../figure.ts';
import {
  type LifeOptions,
  type LifeSample,
  type Measured,
  measureLives,
  medianOf,
  tableOf,
} from '../support/life-rounds.ts';

/** The rate of the rounds that measure latency, in messages per second. */
const PACED = 10;

/** Processes on a database, and the targets of our server. */
interface Setup {
  name: string;
  roles: LifeOptions['roles'];
  /** Whole messages per second, as a ratio to the bare program. */
  ratio: number;
  /** Whole messages per second. */
  rate?: number;
  statements: number;
  /** The p50 and the p99 of both latencies at the paced rate, in milliseconds. */
  latency?: { p50: number; p99: number };
}

export const ON_SQLITE: Setup = {
  name: 'SQLite',
  roles: ['all'],
  ratio: 1,
  rate: 256,
  statements: 40,
  latency: { p50: 5, p99: 15 },
};
export const ON_POSTGRES: Setup[] = [
  { name: 'PostgreSQL', roles: ['all'], ratio: 0.8, rate: 124, statements: 50 },
  { name: 'PostgreSQL, api + worker', roles: ['api', 'worker'], ratio: 0.8, statements: 50 },
];

/** Returns the CPU time of a message in a program and its database, in milliseconds. */
export const cpuOf = ({ cpu }: LifeSample): number =>
  cpu.filter(({ name }) => name !== 'load').reduce((sum, { milliseconds }) => sum + milliseconds, 0);

/** Returns the figures of a setup. */
export function figuresOf(
  { name, ratio, rate, statements, latency }: Setup,
  { ours, bare, rival }: Measured,
): Figure[] {
  const perSecond = medianOf(ours.full, (sample) => sample.perSecond);
  const figures = [
    figure(
      `life: ${name}, whole messages beside the bare program`,
      perSecond / medianOf(bare.full, (sample) => sample.perSecond),
      'ratio',
      ratio,
      'up',
    ),
    figure(
      `life: ${name}, statements per message`,
      medianOf(ours.full, (sample) => sample.statements),
      'statements',
      statements,
      'down',
    ),
  ];
  if (rival) {
    figures.push(
      figure(
        `life: ${name}, whole messages beside Fastify and graphile-worker`,
        perSecond / medianOf(rival.full, (sample) => sample.perSecond),
        'ratio',
        2,
        'up',
      ),
      figure(
        `life: ${name}, CPU time of Fastify and graphile-worker beside ours`,
        medianOf(rival.full, cpuOf) / medianOf(ours.full, cpuOf),
        'ratio',
        2,
        'up',
      ),
    );
  }
  if (rate !== undefined) {
    figures.push(figure(`life: ${name}, whole messages`, perSecond, 'messages/s', rate, 'up'));
  }
  const { toProvider, toWebhook } = ours.paced;
  for (const [what, times] of latency
    ? Object.entries({ 'accept to provider': toProvider, 'callback to webhook': toWebhook })
    : []) {
    figures.push(
      figure(`life: ${name}, ${what}, p50`, percentile(times, 0.5), 'ms', latency?.p50 ?? 0, 'down'),
      figure(`life: ${name}, ${what}, p99`, percentile(times, 0.99), 'ms', latency?.p99 ?? 0, 'down'),
    );
  }
  return figures;
}

/** Measures a setup, prints its table and returns its figures. */
async function measureSetup(
  setup: Setup,
  databases: LifeOptions['databases'],
  { rounds, seconds, pacedSeconds }: { rounds: number; seconds: number; pacedSeconds: number },
  progress: BenchOptions['progress'],
): Promise<Figure[]> {
  progress(`  ${setup.name}`);
  const paced = { seconds: pacedSeconds, paced: PACED };
  const measured = await measureLives({
    databases,
    roles: setup.roles,
    rounds,
    full: { seconds },
    paced,
    withRival: !databases.ours.startsWith('sqlite:'),
    progress,
  });
  progress(tableOf(measured, PACED));
  return figuresOf(setup, measured);
}

/**
 * The whole life of a WhatsApp text: the request, the call to the provider, three callbacks and three webhooks. It is
 * compared with a bare program and, on PostgreSQL, with a program of ready-made parts that keeps most of our promises.
 */
export const life: Benchmark = async ({ quick, progress }) => {
  install(fileURLToPath(new URL('rivals', import.meta.url)));
  const length = quick ? { rounds: 3, seconds: 5, pacedSeconds: 10 } : { rounds: 5, seconds: 15, pacedSeconds: 30 };
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-bench-'));
  const figures: Figure[] = [];
  try {
    const file = (name: string) => `sqlite:${join(folder, `${name}.db`)}`;
    figures.push(...(await measureSetup(ON_SQLITE, { ours: file('ours'), bare: file('bare') }, length, progress)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  for (const setup of ON_POSTGRES) {
    const { url, stop } = await startPostgres({ durable: true });
    try {
      figures.push(...(await measureSetup(setup, { ours: url, bare: url }, length, progress)));
    } finally {
      await stop();
    }
  }
  return figures;
};
