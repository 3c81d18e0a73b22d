import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createGroupCommit } from '../engine/drivers/group-commit.ts';
import { createTestServer, type TestServer } from '../testing/server.ts';
import { rawDatabase } from '../testing/store.ts';

const to = '905551112233';
const READY = { status: 200, problems: undefined, writable: 1 };
const FULL = { status: 503, problems: ['the database does not accept writes'], writable: 0 };

/** Mounts a disk of 4 MB until the test ends; returns undefined without permission to mount. */
function smallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-disk-'));
  onTestFinished(() => rmdirSync(folder));
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'none', folder]).status !== 0) {
    return undefined;
  }
  onTestFinished(() => void spawnSync('umount', [folder]));
  return folder;
}

/** Returns the server's state as monitoring sees it. */
async function seenOf({ server }: TestServer) {
  const ready = await fetch(`${server.origin}/readyz`);
  const metrics = await (await fetch(`${server.operatorOrigin}/metrics`)).text();
  const writable = Number(/^wigwag_database_writable (\d)$/m.exec(metrics)?.[1]);
  const { problems } = (await ready.json()) as { problems?: string[] };
  return { status: ready.status, problems, writable };
}

/** Expects that nothing is accepted, and that monitoring shows it. */
async function expectRefusals(server: TestServer): Promise<void> {
  const body = { to, text: 'Not accepted' };
  expect(await server.api('POST', '/messages', { body })).toMatchObject({
    status: 500,
    body: { error: { code: 'INTERNAL_ERROR' } },
  });
  expect(await seenOf(server)).toEqual(FULL);
  expect(await server.callback(server.inboundCallback({ id: 'wamid.lost' }))).toMatchObject({ status: 500 });
  expect(await seenOf(server)).toEqual(FULL);
}

/** Expects that the server recovers automatically, with exactly the accepted messages. */
async function expectRecovery(server: TestServer, accepted: number): Promise<void> {
  expect(await seenOf(server)).toEqual(READY);
  expect((await server.api('POST', '/messages', { body: { to, text: 'Accepted' } })).status).toBe(202);
  expect((await server.callback(server.inboundCallback({ id: 'wamid.found' }))).status).toBe(200);
  // A lease that could not be returned on the full disk expires after 2 minutes.
  await server.advance(180);
  expect(server.mock.sends()).toHaveLength(accepted + 1);
  const { body } = await server.api('GET', `/conversations/${to}/messages`);
  expect(body.data.messages.filter(({ text }: { text: string }) => text === 'Not accepted')).toEqual([]);
}

test('with a full disk nothing gets a 202 or a 200, and the server is not ready until there is space', async ({
  skip,
}) => {
  const folder = smallDisk() ?? skip('file systems cannot be mounted here');
  const server = await createTestServer({
    config: { databaseUrl: `sqlite:${join(folder, 'wigwag.db')}`, metricsPort: 0, logLevel: 'silent' },
  });
  await server.customerWrites('Hi');
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(join(folder, 'other'), Buffer.alloc(bavail * bsize - 100_000));
  let accepted = 0;
  const send = async () => (await server.api('POST', '/messages', { body: { to, text: 'Hello' } })).status;
  for (let status = await send(); status === 202; status = await send()) {
    accepted += 1;
  }
  expect(accepted).toBeGreaterThan(0);
  await expectRefusals(server);
  rmSync(join(folder, 'other'));
  await expectRecovery(server, accepted);
});

test('a PostgreSQL database without free space is reported in the same way', async () => {
  const server = await createTestServer({ database: 'postgres', config: { metricsPort: 0, logLevel: 'silent' } });
  await server.customerWrites('Hi');
  const db = rawDatabase(server.server.app.config.databaseUrl);
  await db.raw(`create function full_disk() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`);
  const tables = ['messages', 'callbacks', 'idempotency'];
  for (const table of tables) {
    await db.raw(`create trigger full_disk before insert on ${table} execute function full_disk()`);
  }
  await expectRefusals(server);
  for (const table of tables) {
    await db.raw(`drop trigger full_disk on ${table}`);
  }
  await expectRecovery(server, 0);
});

test('of transactions that share a commit without free space, exactly those that were accepted are stored', async () => {
  const db = rawDatabase('sqlite::memory:');
  await db.schema.createTable('kept', (table) => table.text('name'));
  await db.raw('pragma max_page_count = 20');
  const transact = createGroupCommit(db, 1_000);
  const write = (name: string, length: number) =>
    transact((trx) => trx('kept').insert({ name: name.padEnd(length, '.') }), true);
  const names = ['a', 'b', 'large', 'c', 'd'];
  const told = await Promise.allSettled(names.map((name) => write(name, name === 'large' ? 1_000_000 : 10)));
  const stored: string[] = (await db('kept').pluck('name')).map((name) => name.replace(/\.+$/, ''));
  expect(told[2]).toMatchObject({ status: 'rejected', reason: { code: 'SQLITE_FULL' } });
  expect(stored).toEqual(names.filter((_, at) => told[at]?.status === 'fulfilled'));
  expect(stored).toContain('d');
});
