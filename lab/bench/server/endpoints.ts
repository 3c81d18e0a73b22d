import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Benchmark, type Figure, figure, median } from '../figure.ts';
import { startLoad } from '../support/life-load.ts';
import { type LifeSample, measure, startOurs } from '../support/life-rounds.ts';
import type { RunningProgram } from '../support/processes.ts';
import { cpuOf } from './life.ts';

/** How many endpoints the accounts of each server have. */
export const ENDPOINTS = [1, 2, 10] as const;

type Samples = Record<(typeof ENDPOINTS)[number], LifeSample[]>;

/** Returns the figures: what a message costs with several endpoints, beside one. */
export function endpointFigures(samples: Samples): Figure[] {
  const cost = (count: (typeof ENDPOINTS)[number]) => ({
    cpu: median(samples[count].map(cpuOf)),
    statements: median(samples[count].map(({ statements }) => statements)),
  });
  const one = cost(1);
  return ([2, 10] as const).flatMap((count) => {
    const { cpu, statements } = cost(count);
    return [
      figure(`endpoints: CPU time of a message with ${count} endpoints`, cpu / one.cpu, 'times one', count, 'down'),
      figure(
        `endpoints: statements of a message with ${count} endpoints`,
        statements / one.statements,
        'times one',
        count,
        'down',
      ),
    ];
  });
}

/** Runs the load of `life` on servers whose accounts have 1, 2 and 10 endpoints, in alternate rounds. */
export async function measureEndpoints(options: {
  /** @default all */
  counts?: readonly (keyof Samples)[];
  rounds: number;
  seconds: number;
  folder: string;
  progress(text: string): void;
}): Promise<Samples> {
  const { counts = ENDPOINTS, rounds, seconds, folder, progress } = options;
  const load = await startLoad();
  const running: RunningProgram[] = [];
  const samples: Samples = { 1: [], 2: [], 10: [] };
  try {
    const contenders = new Map<keyof Samples, Awaited<ReturnType<typeof startOurs>>>();
    for (const endpoints of counts) {
      const databaseUrl = `sqlite:${join(folder, `${endpoints}.db`)}`;
      contenders.set(endpoints, await startOurs(load, { databaseUrl, roles: ['all'], endpoints }, running));
    }
    for (let round = 0; round <= rounds; round += 1) {
      const texts: string[] = [];
      for (const [count, contender] of contenders) {
        const sample = await measure(load, contender, { seconds });
        texts.push(`${count}: ${sample.perSecond.toFixed(1)} messages/s, ${cpuOf(sample).toFixed(1)} ms`);
        // The first round warms up.
        if (round > 0) {
          samples[count].push(sample);
        }
      }
      progress(`  round ${round} of ${rounds}: ${texts.join('; ')}`);
    }
    return samples;
  } finally {
    await Promise.all(running.map((one) => one.stop()));
    load.close();
  }
}

/** What a message costs if its account has several webhook endpoints, on SQLite. */
export const endpoints: Benchmark = async ({ quick, progress }) => {
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-bench-'));
  try {
    const length = quick ? { rounds: 3, seconds: 4 } : { rounds: 5, seconds: 15 };
    return endpointFigures(await measureEndpoints({ ...length, folder, progress }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
