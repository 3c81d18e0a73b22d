import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, untilListening } from './free-port.ts';

const PGBOUNCER = '/usr/sbin/pgbouncer';

/** Whether Debian's package pgbouncer is installed. */
export const hasPgBouncer = existsSync(PGBOUNCER);

/** PgBouncer refuses to run as root. */
const UNPRIVILEGED = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

/** Settings of PgBouncer. */
export interface PoolerSettings {
  pool_mode: 'session' | 'transaction' | 'statement';
  default_pool_size: number;
  server_round_robin?: number;
  max_client_conn?: number;
  server_idle_timeout?: number;
}

/**
 * Starts Debian's PgBouncer for all databases of a server. Returns the URL of the same database through it.
 *
 * @param postgresUrl a database of the server
 */
export async function startPgBouncer(
  postgresUrl: string,
  settings: PoolerSettings,
): Promise<{ url: string; port: number; stop(): Promise<void> }> {
  const url = new URL(postgresUrl);
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-pooler-'));
  const port = await freePort();
  const lines = { listen_addr: '127.0.0.1', listen_port: port, unix_socket_dir: '', auth_type: 'any', ...settings };
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
* = host=${url.hostname} port=${url.port} user=${url.username} password=${url.password}
[pgbouncer]
${Object.entries(lines)
  .map(([name, value]) => `${name} = ${value}`)
  .join('\n')}
`,
  );
  if (UNPRIVILEGED) {
    chownSync(folder, UNPRIVILEGED.uid, UNPRIVILEGED.gid);
  }
  const pooler = spawn(PGBOUNCER, ['-q', file], { stdio: 'ignore', ...UNPRIVILEGED });
  const ended = once(pooler, 'exit');
  await untilListening(port, pooler, 'PgBouncer');
  return {
    url: Object.assign(url, { port }).href,
    port,
    async stop() {
      pooler.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
