import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../testing/free-port.ts';

/**
 * Starts Debian's Redis. It writes each change to its log, and waits for the disk once per second.
 *
 * @throws if Redis is not installed
 */
export async function startRedis(): Promise<{ url: string; pid: number; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-redis-'));
  const port = await freePort();
  const settings = ['--bind', '127.0.0.1', '--dir', folder, '--appendonly', 'yes', '--appendfsync', 'everysec'];
  const child = spawn('redis-server', ['--port', String(port), '--save', '', ...settings], { stdio: 'ignore' });
  const exited = once(child, 'exit').catch(() => {
    throw new Error('redis-server does not start. Install it: apt-get install redis-server');
  });
  exited.catch(() => {});
  await Promise.race([exited, sleep(1_000)]);
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
