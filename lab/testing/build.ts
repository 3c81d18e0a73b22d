import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Whether this process has built. Each project of Vitest loads this file separately. */
const state = globalThis as { hasBuilt?: boolean };

/** Builds once before the tests, because tests that run `wigwag` as a process use the build. */
export default function setup(): void {
  if (state.hasBuilt) {
    return;
  }
  state.hasBuilt = true;
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const run = (...args: string[]) =>
    execFileSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  run('openapi/generate.ts');
  run('docs/site/generate.ts');
  run(tsc, '-b', 'tsconfig.build.json');
}
