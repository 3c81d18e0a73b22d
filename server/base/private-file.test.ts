import { spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { backUp } from '../admin/database/backup.ts';
import { noteMove, readMove } from '../admin/database/moved-to-postgres.ts';
import { preserveFile } from '../admin/database/preserve-file.ts';
import { restore } from '../admin/database/restore.ts';
import { openAdmin } from '../admin/open-admin.ts';
import { readConfig } from '../config/config.ts';
import { lockFile } from '../store/lock.ts';
import { replacePrivate } from './private-file.ts';

const SERVER = 65_534;
const isRoot = process.getuid?.() === 0;
const asRoot = test.runIf(isRoot);
if (!isRoot) {
  process.stderr.write('Tests of file owners are skipped: only root can change the owner of a file.\n');
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-owner-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Returns the configuration of a server whose folder belongs to a separate user. */
function ownedByServer() {
  const folder = newFolder();
  chownSync(folder, SERVER, SERVER);
  const secretKey = 'a secret key for tests';
  const path = join(folder, 'wigwag.db');
  const config = readConfig({}, { databaseUrl: `sqlite:${path}`, secretKey, logLevel: 'silent' });
  const owners = () => readdirSync(folder).map((name) => lstatSync(join(folder, name)).uid);
  return { folder, path, config, owners };
}

const ROOTS_TEXT = 'only root may read or change this';

/** Creates a file of root, and returns a check that it did not change. */
function rootsFile() {
  const path = join(newFolder(), 'secret');
  writeFileSync(path, ROOTS_TEXT, { mode: 0o600 });
  const requireUnchanged = () => {
    const { uid, gid, mode } = statSync(path);
    expect([readFileSync(path, 'utf8'), uid, gid, mode & 0o777]).toEqual([ROOTS_TEXT, 0, 0, 0o600]);
  };
  return { path, requireUnchanged };
}

/** The user of the server creates a symbolic link. */
function linkAsServer(target: string, path: string): void {
  const { status } = spawnSync('ln', ['-s', target, path], { uid: SERVER, gid: SERVER });
  expect([status, lstatSync(path).uid]).toEqual([0, SERVER]);
}

asRoot('a database, a backup and a restored database that root creates belong to the owner of the folder', async () => {
  const { folder, config, owners } = ownedByServer();
  await (await openAdmin(config)).close();
  const file = join(folder, 'backup.db');
  await backUp(config, file);
  await restore(config, file);
  // The database, the backup, the lock and the earlier files.
  expect(owners().length).toBeGreaterThan(3);
  expect(new Set(owners())).toEqual(new Set([SERVER]));
});

asRoot.for(['.lock', '.pid'])(
  'root refuses a link to its own file at the name of the database with %s',
  async (ending) => {
    const { path, config } = ownedByServer();
    const { path: secret, requireUnchanged } = rootsFile();
    const file = join(newFolder(), 'backup.db');
    await (await openAdmin(config)).close();
    await backUp(config, file);
    linkAsServer(secret, path + ending);
    await expect(restore(config, file)).rejects.toThrow(
      `${path}${ending} is a symbolic link, which wigwag does not create: delete it`,
    );
    requireUnchanged();
    rmSync(path + ending);
    linkSync(secret, path + ending);
    await expect(restore(config, file)).rejects.toThrow(`${path}${ending} is a hard link`);
    requireUnchanged();
    // Without the link, the same file works again.
    rmSync(path + ending);
    await restore(config, file);
    requireUnchanged();
  },
);

asRoot('links at the names of unfinished files are deleted, and their targets do not change', async () => {
  const { folder, path, config, owners } = ownedByServer();
  const { path: secret, requireUnchanged } = rootsFile();
  await (await openAdmin(config)).close();
  const backup = join(folder, 'backup.db');
  linkAsServer(secret, `${backup}.partial`);
  await backUp(config, backup);
  requireUnchanged();
  for (const ending of ['.restoring', '.restoring-wal', '.before-1']) {
    linkAsServer(secret, path + ending);
  }
  linkAsServer(join(folder, 'nothing'), `${path}.before-2`);
  await restore(config, backup);
  requireUnchanged();
  linkAsServer(secret, `${path}.keeping`);
  const kept = await preserveFile(path, () => {
    throw new Error('no links on this file system');
  });
  expect(statSync(kept as string).uid).toBe(SERVER);
  requireUnchanged();
  linkAsServer(secret, `${path}.moving.partial`);
  noteMove(path, 'moved');
  expect(readMove(path)).toBe('moved');
  requireUnchanged();
  linkAsServer(secret, `${path}.new`);
  replacePrivate(path, 'new text');
  expect(lstatSync(path)).toMatchObject({ uid: SERVER, nlink: 1 });
  requireUnchanged();
  expect(new Set(owners())).toEqual(new Set([SERVER]));
});

asRoot("root neither replaces nor creates the target of another user's link at the database", async () => {
  const { folder, path, config } = ownedByServer();
  const { path: secret, requireUnchanged } = rootsFile();
  linkAsServer(secret, path);
  for (const run of [() => openAdmin(config), () => restore(config, secret), () => backUp(config, 'unused')]) {
    await expect(run()).rejects.toThrow(`is a symbolic link of user ${SERVER} to a file of user 0`);
  }
  requireUnchanged();
  rmSync(path);
  const target = join(newFolder(), 'created');
  linkAsServer(target, path);
  await expect(openAdmin(config)).rejects.toThrow('to a file that does not exist');
  expect(existsSync(target)).toBe(false);
  // The user's own file may have a second name.
  rmSync(path);
  const real = { ...config, databaseUrl: `sqlite:${join(folder, 'real.db')}` };
  await (await openAdmin(real)).close();
  linkAsServer(join(folder, 'real.db'), path);
  await (await openAdmin(config)).close();
});

test('links at the names of the lock are refused for every user', () => {
  const folder = newFolder();
  const path = join(folder, 'wigwag.db');
  writeFileSync(join(folder, 'text'), 'text');
  for (const ending of ['.lock', '.pid']) {
    expect(spawnSync('ln', ['-s', 'text', path + ending]).status).toBe(0);
    expect(() => lockFile(path)).toThrow('is a symbolic link');
    renameSync(path + ending, join(folder, 'away'));
    expect(spawnSync('mkfifo', [path + ending]).status).toBe(0);
    expect(() => lockFile(path)).toThrow('is not a file');
    rmSync(path + ending);
  }
  expect(readFileSync(join(folder, 'text'), 'utf8')).toBe('text');
  lockFile(path)();
});
