import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const lab = (...args: string[]) => spawnSync(process.execPath, [MAIN, ...args], { encoding: 'utf8' });

test('the help has a line for each command', () => {
  const { status, stdout } = lab();
  expect([status, stdout]).toEqual([0, lab('--help').stdout]);
  for (const name of ['bench', 'consumers', 'crash', 'docs', 'simulate']) {
    expect(stdout).toMatch(new RegExp(`^  ${name} +\\w.+`, 'm'));
  }
});

test('flags reach the command, and its exit code is that of the lab', () => {
  expect(lab('bench', '--help').stdout).toContain('npm run lab -- bench [options] [NAME ...]');
  const { status, stderr } = lab('bench', 'no-such-benchmark');
  expect([status, stderr]).toEqual([2, expect.stringContaining('no benchmark no-such-benchmark')]);
});

test('the error for an unknown name lists the known ones', () => {
  for (const name of ['banch', 'constructor']) {
    const { status, stderr, stdout } = lab(name);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(
      new RegExp(`^lab: the command ${name} does not exist; the commands are: bench, collections, consumers, `),
    );
  }
});
