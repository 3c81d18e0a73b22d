import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../lab/testing/free-port.ts';
import { CONNECTIONS_PER_PROCESS, DatabaseError } from '../engine/drivers/connect.ts';
import { openStore } from '../store/index.ts';
import { createTestServer } from '../testing/server.ts';
import { freshDatabase } from '../testing/store.ts';

const to = '905551112233';

const PGBOUNCER = '/usr/sbin/pgbouncer';
const hasPooler = existsSync(PGBOUNCER);
if (!hasPooler) {
  process.stderr.write(`Tests of poolers are skipped: ${PGBOUNCER} is not installed.\n`);
}
const pooledTest = test.skipIf(!hasPooler);

/** PgBouncer refuses to run as root. */
const UNPRIVILEGED = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

async function untilListening(port: number, pooler: ChildProcess): Promise<void> {
  while (pooler.exitCode === null) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) {
      return;
    }
  }
  throw new Error(`PgBouncer exited with ${pooler.exitCode}`);
}

/** Settings of PgBouncer. */
interface PoolerSettings {
  pool_mode: 'session' | 'transaction' | 'statement';
  default_pool_size: number;
  server_round_robin?: number;
}

/** Starts Debian's PgBouncer on a new database. Returns the URL of the database through it. */
async function pooled(settings: PoolerSettings): Promise<string> {
  const url = new URL(await freshDatabase('postgres'));
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-pooler-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const port = await freePort();
  const lines = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    ...settings,
  };
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
  onTestFinished(async () => {
    pooler.kill('SIGKILL');
    await ended;
  });
  await untilListening(port, pooler);
  return Object.assign(url, { port }).href;
}

/** Makes the pool of a pooler in transaction mode keep several sessions. */
async function fill(url: string): Promise<void> {
  const clients = Array.from({ length: 5 }, () => new pg.Client({ connectionString: url }));
  await Promise.all(clients.map((client) => client.connect()));
  await Promise.all(clients.map((client) => client.query('begin')));
  await Promise.all(clients.map((client) => client.query('commit')));
  await Promise.all(clients.map((client) => client.end()));
}

pooledTest.each<PoolerSettings>([
  { pool_mode: 'transaction', default_pool_size: 20 },
  { pool_mode: 'transaction', default_pool_size: 20, server_round_robin: 1 },
  { pool_mode: 'transaction', default_pool_size: 1 },
  { pool_mode: 'statement', default_pool_size: 20 },
])('on PostgreSQL through a pooler with %j, the start fails with the fix', async (settings) => {
  const url = await pooled(settings);
  if (settings.pool_mode === 'transaction' && settings.default_pool_size > 1) {
    await fill(url);
  }
  const opening = openStore(url);
  await expect(opening).rejects.toThrow(DatabaseError);
  await expect(opening).rejects.toThrow(
    'a connection pooler in transaction mode does not support prepared statements, LISTEN and session locks; set it to session mode (pool_mode = session in PgBouncer), or connect to PostgreSQL directly',
  );
});

pooledTest('on PostgreSQL through a pooler without a free connection, the start fails with the fix', async () => {
  const url = await pooled({ pool_mode: 'session', default_pool_size: 1 });
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  await other.query('select 1');
  onTestFinished(() => other.end());
  await expect(openStore(url, { answerMilliseconds: 3_000 })).rejects.toThrow(
    'the database, or its pooler, must allow more connections (docs/capacity.md)',
  );
});

pooledTest(
  'on PostgreSQL through a pooler in session mode, a process needs the connections that the guide names',
  async () => {
    const guide = readFileSync(new URL('../../docs/capacity.md', import.meta.url), 'utf8');
    expect(Number(/opens up to (\d+) database connections/.exec(guide)?.[1])).toBe(CONNECTIONS_PER_PROCESS);
    const databaseUrl = await pooled({ pool_mode: 'session', default_pool_size: CONNECTIONS_PER_PROCESS });
    const server = await createTestServer({ config: { databaseUrl, logLevel: 'silent' } });
    await server.customerWrites('Hi');
    server.server.worker.start(); // opens the connection that listens
    const sends = Array.from({ length: 50 }, () => server.api('POST', '/messages', { body: { to, text: 'Hello' } }));
    expect((await Promise.all(sends)).map(({ status }) => status)).toEqual(Array(50).fill(202));
  },
);
