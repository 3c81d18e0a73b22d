import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const HERE = import.meta.dirname;
const EXECUTABLE = join(HERE, 'dist/wigwag');
const home = mkdtempSync(join(tmpdir(), 'wigwag-executable-'));
const cache = join(home, '.cache/wigwag');

/** Runs the executable without any variable, so without Node on the path. */
const wigwag = (...args: string[]) => promisify(execFile)(EXECUTABLE, args, { cwd: home, env: { HOME: home } });

beforeAll(() => {
  execFileSync(process.execPath, [join(HERE, 'executable.ts')], { stdio: 'ignore' });
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

test('it plays the demo without Node', async () => {
  expect((await wigwag('demo')).stdout).toContain('every signature verified');
});

test('it has one folder of files, which only the user can read, and uses it again', async () => {
  const [folder = '', ...others] = readdirSync(cache);
  expect(others).toEqual([]);
  expect(statSync(join(cache, folder)).mode & 0o777).toBe(0o700);
  const before = statSync(join(cache, folder)).ino;
  expect((await wigwag('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(statSync(join(cache, folder)).ino).toBe(before);
});

test('it writes its files again if one is cut off', async () => {
  const [folder = ''] = readdirSync(cache);
  truncateSync(join(cache, folder, 'bundle/dist/main.js'));
  expect((await wigwag('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(readdirSync(cache)).toEqual([folder]);
});

test('a command that starts another one starts the executable', async () => {
  const { stdout } = await wigwag('mock', '--port', '0', '--env');
  const pid = Number(/MOCK_PID='(\d+)'/.exec(stdout)?.[1]);
  expect(pid).toBeGreaterThan(0);
  process.kill(pid, 'SIGTERM');
});

test('it refuses a folder in which other users can change its files', async () => {
  chmodSync(cache, 0o777);
  await expect(wigwag('--version')).rejects.toMatchObject({
    code: 1,
    stderr: `wigwag: cannot use its cache: other users can write to ${cache}. Set XDG_CACHE_HOME to a folder that only you can write to.\n`,
  });
});
