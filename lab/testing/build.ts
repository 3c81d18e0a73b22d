import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Whether this process has built. Each project of Vitest loads this file separately. */
const state = globalThis as { hasBuilt?: boolean };

/**
 * Builds once before the tests, because tests that run `wigwag` as a process use the build. `CI_IS_BUILT=1` skips it
 * right after `npm ci`, which also builds.
 */
export default function setup(): void {
  if (state.hasBuilt || process.env.CI_IS_BUILT === '1') {
    return;
  }
  state.hasBuilt = true;
  const root = fileURLToPath(new URL('../../', import.meta.url));
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
}
