import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { LockedError, lockFile } from './lock.ts';

function databasePath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'wigwag.db');
}

/** Starts a process that holds the lock until it is killed. */
async function holder(path: string): Promise<ChildProcess> {
  const program = `
    const { lockFile } = await import(${JSON.stringify(new URL('lock.ts', import.meta.url).href)});
    lockFile(${JSON.stringify(path)});
    console.log('held');
    process.stdin.resume();
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

const isRoot = process.getuid?.() === 0;
if (!isRoot) {
  process.stderr.write('A test of the owner of a lock is skipped: only root can change the owner of a file.\n');
}

test.runIf(isRoot)('when root takes the lock, its files belong to the owner of the folder', () => {
  const path = databasePath();
  chownSync(dirname(path), 65_534, 65_534);
  const unlock = lockFile(path);
  expect([`${path}.lock`, `${path}.pid`].map((file) => statSync(file).uid)).toEqual([65_534, 65_534]);
  unlock();
});

test('other users cannot read its files, and therefore cannot hold the lock', () => {
  const path = databasePath();
  const unlock = lockFile(path);
  expect([`${path}.lock`, `${path}.pid`].map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600]);
  unlock();
});

test('holds the file until it is released, and records the process', () => {
  const path = databasePath();
  const unlock = lockFile(path);
  expect(readFileSync(`${path}.pid`, 'utf8')).toBe(String(process.pid));
  expect(() => lockFile(path)).toThrow(LockedError);
  unlock();
  unlock();
  expect(existsSync(`${path}.pid`)).toBe(false);
  lockFile(path)();
});

test('is refused while another process holds it, naming the file and the process; a killed process holds no lock', async () => {
  const path = databasePath();
  const child = await holder(path);
  expect(() => lockFile(path)).toThrow(LockedError);
  expect(() => lockFile(path)).toThrow(`${path} is in use by process ${child.pid}`);
  child.kill('SIGKILL');
  await once(child, 'exit');
  // The file still contains its process ID, which may belong to any program by now.
  expect(readFileSync(`${path}.pid`, 'utf8')).toBe(String(child.pid));
  writeFileSync(`${path}.pid`, String(process.ppid));
  lockFile(path)();
});

test('a lock file that is not a database is refused by name and stays unchanged', () => {
  const path = databasePath();
  writeFileSync(`${path}.lock`, '12345');
  expect(() => lockFile(path)).toThrow(LockedError);
  expect(() => lockFile(path)).toThrow(`${path}.lock: file is not a database`);
  expect(readFileSync(`${path}.lock`, 'utf8')).toBe('12345');
});
