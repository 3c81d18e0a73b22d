import {
  copyFileSync,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findFault } from '../../engine/drivers/sqlite-file.ts';
import { createTestServer } from '../../testing/server.ts';
import { rawDatabase, sharedDatabase } from '../../testing/store.ts';
import { backUp } from './backup.ts';
import { preserveFile } from './preserve-file.ts';
import { restore } from './restore.ts';

/** Returns the files of a killed server and an earlier backup. Only the server's log contains the account names. */
async function killedServer() {
  const databaseUrl = await sharedDatabase('sqlite');
  const live = databaseUrl.slice('sqlite:'.length);
  const folder = join(live, '..');
  const { server } = await createTestServer({ config: { databaseUrl } });
  const backup = join(folder, 'backup.sqlite');
  await backUp(server.app.config, backup);
  await rawDatabase(databaseUrl)('accounts').update({ name: 'Only in the log' });
  const path = join(folder, 'killed.db');
  for (const ending of ['', '-wal']) {
    copyFileSync(live + ending, path + ending);
  }
  await server.stop();
  return {
    path,
    backup,
    config: { ...server.app.config, databaseUrl: `sqlite:${path}` },
    kept: () => readdirSync(folder).filter((name) => name.startsWith('killed.db.before-')),
    nameIn: async (file: string) => (await rawDatabase(`sqlite:${file}`)('accounts').first('name'))?.name,
  };
}

test.each([
  ['with hard links', undefined],
  [
    'without hard links',
    () => {
      throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' });
    },
  ],
])('a database is kept as one complete file, and stays in place during that, on a file system %s', async (_, link) => {
  const { path, kept, nameIn } = await killedServer();
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
  const name = await preserveFile(path, link);
  expect(kept().map((one) => join(path, '..', one))).toEqual([name]);
  expect(readdirSync(join(path, '..')).filter((one) => /^killed.*(-wal|-shm|-journal|keeping)$/.test(one))).toEqual([]);
  expect(statSync(path).nlink).toBe(link === undefined ? 2 : 1);
  expect(await nameIn(String(name))).toBe('Only in the log');
  expect(await nameIn(path)).toBe('Only in the log');
});

test('an additional name that a killed restore gave the database is removed', async () => {
  const { path, backup, config, kept, nameIn } = await killedServer();
  const earlier = `${path}.before-20261101T000000`;
  writeFileSync(earlier, 'of an earlier restore');
  const left = `${path}.before-20261121T000000`;
  linkSync(path, left);
  const { kept: name } = await restore(config, backup);
  expect(existsSync(left)).toBe(false);
  expect(
    kept()
      .map((one) => join(path, '..', one))
      .sort(),
  ).toEqual([earlier, name]);
  expect(await nameIn(String(name))).toBe('Only in the log');
  expect(await nameIn(path)).toBe('Demo');
});

test('a damaged database is kept unchanged', async () => {
  const { path, backup, config, nameIn } = await killedServer();
  const damaged = 'no database any more '.repeat(1_000);
  writeFileSync(path, damaged);
  writeFileSync(`${path}-wal`, '');
  const { kept } = await restore(config, backup);
  expect(readFileSync(String(kept), 'utf8')).toBe(damaged);
  expect(await nameIn(path)).toBe('Demo');
});

test('a log without its database is kept away from the new database', async () => {
  const { path, backup, config, kept, nameIn } = await killedServer();
  const log = readFileSync(`${path}-wal`);
  rmSync(path);
  expect((await restore(config, backup)).kept).toBeUndefined();
  expect(existsSync(`${path}-wal`)).toBe(false);
  expect(kept().map((name) => readFileSync(join(path, '..', name)))).toEqual([log]);
  expect(await findFault(path)).toBeUndefined();
  expect(await nameIn(path)).toBe('Demo');
});

test('a database that another program has open is not touched', async () => {
  const { path, backup, config, kept } = await killedServer();
  await rawDatabase(`sqlite:${path}`)('accounts').select('id');
  await expect(restore(config, backup)).rejects.toThrow('is open in another program; end that program first');
  expect(kept()).toEqual([]);
  expect(existsSync(path)).toBe(true);
});
