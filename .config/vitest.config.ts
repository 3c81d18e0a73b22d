import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongFilesFirst } from '../testing/long-files-first.ts';

/** Tests run from sources: the `wigwag-source` export condition points each package at its TypeScript. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  resolve: { conditions: ['wigwag-source'] },
  ssr: { resolve: { conditions: ['wigwag-source'] } },
  test: {
    globalSetup: ['testing/build.ts', 'testing/postgres-setup.ts'],
    include: ['{crash,testing,openapi,server,sdk,cli,mock-provider,conformance}/**/*.test.{ts,tsx}'],
    exclude: ['**/dist/**', '**/node_modules/**'],
    sequence: { sequencer: LongFilesFirst },
    // Tests wait for things, never for time: a machine that does other things beside must not fail them.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // So they leave a core unused now and then: half as many files again fill it.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
  },
});
