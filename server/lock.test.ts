import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { LockedError, lockFile } from './lock.ts';

function databasePath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'wigwag.db');
}

async function livingProcess(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
  onTestFinished(() => void child.kill());
  await once(child, 'spawn');
  return child;
}

test('holds the file until it is given back', () => {
  const path = databasePath();
  const unlock = lockFile(path);
  expect(readFileSync(`${path}.lock`, 'utf8')).toBe(String(process.pid));
  unlock();
  expect(existsSync(`${path}.lock`)).toBe(false);
  lockFile(path)();
});

test('is refused while a living process holds it, naming file and process', async () => {
  const path = databasePath();
  const child = await livingProcess();
  writeFileSync(`${path}.lock`, String(child.pid));
  expect(() => lockFile(path)).toThrow(LockedError);
  expect(() => lockFile(path)).toThrow(`${path} is in use by process ${child.pid}`);
  child.kill();
  await once(child, 'exit');
  lockFile(path)();
});

test.each(['', 'not a number', '-1', '0', '1.5'])('a lock file that says %j holds nothing', (text) => {
  const path = databasePath();
  writeFileSync(`${path}.lock`, text);
  lockFile(path)();
  expect(existsSync(`${path}.lock`)).toBe(false);
});
