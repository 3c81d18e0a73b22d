import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openAdmin, readConfig } from '@wigwag/server';
import { expect, test } from 'vitest';
import { adminOn, devWithAdmin } from '../../../testing/admin.ts';
import { scratchFolder } from '../../../testing/cli.ts';

const to = '905551112233';
const template = { to, name: 'hello_world' };

/** Returns whether a database file contains a message. */
async function holds(env: Record<string, string>, file: string, id: string): Promise<boolean> {
  const copy = join(scratchFolder(), 'copy.db');
  copyFileSync(file, copy);
  const { app, close } = await openAdmin(readConfig({ ...env, WIGWAG_DATABASE_URL: `sqlite:${copy}` }));
  const message = await app.store.read.messages.find(1, id);
  await close();
  return message !== undefined;
}

test('a backup made while messages are accepted contains every message accepted before it', async () => {
  const { api, data, env, records, refusal, run } = await devWithAdmin();
  const send = async () => (await api('POST', '/messages/template', template)).body.data.id as string;
  const before = await send();
  let isDone = false;
  let meanwhile = 0;
  const sending = (async () => {
    while (!isDone) {
      await send();
      meanwhile += 1;
    }
  })();
  const file = join(data, 'backup.db');
  const [made] = await records('backup', file);
  isDone = true;
  await sending;
  expect(meanwhile).toBeGreaterThan(0);
  expect(made).toEqual({ file, bytes: statSync(file).size });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(Date.parse(readFileSync(join(data, 'wigwag.db.last-backup'), 'utf8'))).toBeGreaterThan(0);
  expect(readdirSync(data).filter((name) => name.startsWith('backup'))).toEqual(['backup.db']);
  expect(await holds(env, file, before)).toBe(true);
  expect(await holds(env, file, await send())).toBe(false);

  expect(await refusal('restore', file)).toContain('add --yes');
  expect(await refusal('restore', file, '--yes')).toMatch(/is in use by process \d+; stop it first/);
  expect((await records('restore', file, '--dry-run'))[0]).toMatchObject({ restored: false, kept_aside: null });
  expect((await run('restore', file, '--dry-run')).stderr).toContain('can be restored');
  expect(await refusal('backup', file)).toContain('already exists and will not be overwritten');
  const nowhere = adminOn({ ...env, WIGWAG_DATABASE_URL: `sqlite:${join(data, 'none.db')}` });
  expect(await nowhere.refusal('backup', `${file}2`)).toContain('there is no database');
  const postgres = adminOn({ ...env, WIGWAG_DATABASE_URL: 'postgres://127.0.0.1:1/wigwag' });
  expect(await postgres.refusal('backup', 'x.dump')).toContain(
    'pg_dump --format=custom --file=x.dump service=wigwag, with the service wigwag in ~/.pg_service.conf',
  );
  expect(await postgres.refusal('backup', 'my x.dump')).toContain("--file='my x.dump' service");
  expect(await postgres.refusal('restore', 'x.dump', '--yes')).toContain('pg_restore --clean --if-exists');
  expect((await run('backup', '--help')).stdout).toContain('Examples:');
});

test('backup checks and read-only commands create nothing at a mistyped path', async () => {
  const folder = scratchFolder();
  const env = { WIGWAG_SECRET_KEY: 'at-least-16-characters' };
  const file = join(folder, 'backup.db');
  const sound = adminOn({ ...env, WIGWAG_DATABASE_URL: `sqlite:${join(folder, 'wigwag.db')}` });
  await sound.records('accounts', 'add', '--name', 'Shop');
  await sound.records('backup', file);
  const before = readdirSync(folder);
  const mistyped = adminOn({ ...env, WIGWAG_DATABASE_URL: `sqlite:${join(folder, 'no', 'such', 'wigwag.db')}` });
  expect((await mistyped.records('restore', file, '--dry-run'))[0]).toMatchObject({ restored: false });
  expect(await mistyped.refusal('accounts', 'list')).toContain('there is no database');
  expect(readdirSync(folder)).toEqual(before);
  writeFileSync(join(folder, 'notes.db'), '');
  const other = adminOn({ ...env, WIGWAG_DATABASE_URL: `sqlite:${join(folder, 'notes.db')}` });
  expect(await other.refusal('accounts', 'list')).toContain('it contains no wigwag database');
  expect([readdirSync(folder), statSync(join(folder, 'notes.db')).size]).toEqual([[...before, 'notes.db'].sort(), 0]);
});

test('a backup to an unusable path is refused before copying starts', async () => {
  const folder = scratchFolder();
  const env = {
    WIGWAG_SECRET_KEY: 'at-least-16-characters',
    WIGWAG_DATABASE_URL: `sqlite:${join(folder, 'wigwag.db')}`,
  };
  const { records, refusal } = adminOn(env);
  await records('accounts', 'add', '--name', 'Corner shop');
  const none = join(folder, 'none');
  expect(await refusal('backup', '')).toBe('wigwag: the name of the backup is empty: name a new file\n');
  for (const file of [join(none, 'backup.db'), `${none}/`]) {
    expect(await refusal('backup', file)).toBe(
      `wigwag: there is no folder ${none}: create it, or name a file in another one\n`,
    );
  }
  // A folder that not even root can write to, and a path that is not a folder.
  for (const place of ['/sys', join(folder, 'wigwag.db')]) {
    expect(await refusal('backup', `${place}/backup.db`)).toMatch(
      /^wigwag: nothing can be written into \S+ \(E[A-Z]+\): name a file in another folder, or get permission to write there\n$/,
    );
  }
  expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([]);
});

test('a restore keeps the old database under another name, and also works when there is none', async () => {
  const folder = scratchFolder();
  const file = join(folder, 'wigwag.db');
  const env = { WIGWAG_SECRET_KEY: 'at-least-16-characters', WIGWAG_DATABASE_URL: `sqlite:${file}` };
  const { records, refusal } = adminOn(env);
  const names = async (path: string) =>
    (await adminOn({ ...env, WIGWAG_DATABASE_URL: `sqlite:${path}` }).records('accounts', 'list')).map(
      ({ name }) => name,
    );
  await records('accounts', 'add', '--name', 'Corner shop');
  const backup = join(folder, 'backup.db');
  await records('backup', backup);
  await records('accounts', 'add', '--name', 'Second shop');
  const [restored] = await records('restore', backup, '--yes');
  expect(restored).toEqual({
    restored: true,
    database: file,
    kept_aside: expect.stringMatching(/wigwag\.db\.before-\d{8}T\d{6}$/),
    sends_held_back: 0,
    campaigns_stopped: 0,
  });
  expect(await names(file)).toEqual(['Corner shop']);
  expect(await names(restored.kept_aside)).toEqual(['Corner shop', 'Second shop']);

  const fresh = join(folder, 'new', 'wigwag.db');
  const there = adminOn({ ...env, WIGWAG_DATABASE_URL: `sqlite:${fresh}` });
  expect((await there.records('restore', backup, '--yes'))[0]).toMatchObject({ restored: true, kept_aside: null });
  expect(await names(fresh)).toEqual(['Corner shop']);
  expect(existsSync(`${fresh}.pid`)).toBe(false);
  expect(await refusal('restore', join(folder, 'none.db'), '--yes')).toContain('there is no file');
});

test('hold-sends keeps what was queued in a restored database from being sent again', async () => {
  const file = join(scratchFolder(), 'wigwag.db');
  const env = { WIGWAG_SECRET_KEY: 'at-least-16-characters', WIGWAG_DATABASE_URL: `sqlite:${file}` };
  const { records, refusal, run } = adminOn(env);
  await records('accounts', 'add', '--name', 'Corner shop');
  const { app, close } = await openAdmin(readConfig(env));
  const queued = { account_id: 1, queue: 'send', task: 'send-message', subject: 'msg_1', run_at: 0, lane: null, share: null };
  await app.store.transaction(({ outbox }) => outbox.add([{ ...queued, attempts: 0, claims: 0 }]));
  const isBegun = () =>
    app.store.transaction(async ({ outbox }) =>
      (await outbox.lease('send', 'test', 1, 0, 1)).map((one) => one.interrupted),
    );
  expect(await refusal('hold-sends')).toContain('add --yes to continue without confirmation');
  expect(await isBegun()).toEqual([false]);
  expect(await records('hold-sends', '--yes')).toEqual([{ sends_held_back: 1, campaigns_stopped: 0 }]);
  // Its next attempt waits for the callback that proves the send.
  expect(await isBegun()).toEqual([true]);
  await close();
  expect((await run('restore', '--help')).stdout).toContain('Then run `wigwag admin hold-sends`');
});
