import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Tests run from sources: the `wigwag-source` export condition points each package at its TypeScript. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  resolve: { conditions: ['wigwag-source'] },
  ssr: { resolve: { conditions: ['wigwag-source'] } },
  // Some tests run a dozen processes one after the other, on machines that do other things beside.
  test: { testTimeout: 30_000, maxWorkers: '100%', globalSetup: ['.config/build.ts', '.config/postgres.ts'], include: ['{openapi,server,sdk,cli,mock-provider,conformance}/**/*.test.{ts,tsx}'], exclude: ['**/dist/**', '**/node_modules/**'] },
});
