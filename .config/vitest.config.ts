import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import type { Reporter } from 'vitest/node';
import { FailuresAtOnce } from '../lab/testing/failures-at-once.ts';
import { LongFilesFirst } from '../lab/testing/long-files-first.ts';
import { BROWSER, POSTGRES, PROCESS, ROOT, SUITE, UNIT } from '../lab/testing/projects.ts';

export const BUILD = 'lab/testing/build.ts';
const POSTGRES_SETUP = 'lab/testing/postgres-setup.ts';

/**
 * Files run one after another in the same process, which loads each module once. Processes that run commands, and the
 * browser, also serve one file after another. Mocks and environment variables are restored after each test.
 */
const sharedProcess = { isolate: false, restoreMocks: true, unstubEnvs: true };
export const together = { ...sharedProcess, runner: 'lab/testing/split-runner.ts' };

/** A failure is printed at once and again at the end, because the whole check takes long. */
export const reporters: (string | Reporter)[] = ['default', new FailuresAtOnce()];

export const exclude = ['**/dist/**', '**/node_modules/**'];

/** Each test is in exactly one of them. */
export const projects = [
  {
    extends: true,
    test: {
      name: 'unit',
      include: UNIT.include,
      exclude: [...exclude, ...UNIT.exclude],
      globalSetup: [BUILD],
      ...together,
    },
  },
  {
    extends: true,
    test: { name: 'postgres', include: POSTGRES, globalSetup: [BUILD, POSTGRES_SETUP], ...together },
  },
  {
    extends: true,
    test: {
      name: 'process',
      include: PROCESS.include,
      exclude: [...exclude, ...PROCESS.exclude],
      globalSetup: [BUILD, POSTGRES_SETUP],
      ...sharedProcess,
    },
  },
  { extends: true, test: { name: 'browser', include: BROWSER, globalSetup: [BUILD, POSTGRES_SETUP], ...sharedProcess } },
  { extends: true, test: { name: 'suite', include: SUITE, globalSetup: [BUILD, POSTGRES_SETUP] } },
];

// Vitest's workers and the processes that tests start take compiled modules from earlier ones.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');

/** Tests run from sources: the `wigwag-source` export condition points each package at its TypeScript. */
export default defineConfig({
  root: ROOT,
  resolve: { conditions: ['wigwag-source'] },
  ssr: { resolve: { conditions: ['wigwag-source'] } },
  test: {
    sequence: { sequencer: LongFilesFirst },
    // Tests wait for conditions, not for time, so this timeout must be long enough for a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // By default, polls fail after a second.
    expect: { poll: { timeout: 180_000 } },
    // Many tests wait for timers and processes, so run one more file than there are cores.
    maxWorkers: 1 + availableParallelism(),
    reporters,
    projects,
  },
});
