import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { simulateInChild } from './child.ts';
import { withFault } from './faults/apply.ts';
import { FAULTS } from './faults/faults.ts';
import { emptyFolder, MAIN, MINUTE, simulate } from './testing.ts';

const SERVER = fileURLToPath(new URL('../../server/', import.meta.url));

test('a process that dies is not taken for one that found a problem', async () => {
  vi.stubEnv('NODE_OPTIONS', '--require ./no-such-file.cjs');
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(simulateInChild(['--seeds', '1', '--days', '0.1'], () => true)).rejects.toThrow(
    'the simulator did not run to the end',
  );
});

test.each(Object.keys(FAULTS))('the fault %s matches its file', (name) => {
  const source = readFileSync(SERVER + FAULTS[name]?.file, 'utf8');
  expect(withFault(name, source)).not.toBe(source);
});

test.each([
  ['--days', 'x'],
  ['--shrink-seconds', '0'],
  ['--database', 'mysql'],
  ['--fault', 'nonsense'],
  ['--nonsense', '1'],
  ['--seeds', '0'],
  ['--jobs', '0'],
  ['--seed', ''],
  ['--plan', 'no-such-file.json'],
  ['--plan', MAIN],
  ['--jobs', '2', '--trace'],
])('%s %s is refused with exit code 2', { timeout: MINUTE }, async (...flags) => {
  const { code, output } = await simulate(...flags);
  expect(code).toBe(2);
  expect(output).toMatch(/^simulate: .*; run with --help to see the options\n$/);
});

test('a plan with an unknown act, and a file that is no plan, are refused with exit code 2', {
  timeout: MINUTE,
}, async () => {
  const file = join(emptyFolder(), 'plan.json');
  for (const [content, problem] of [
    [{ topology: 'one', happenings: [{ at: 0, act: 'server naps', details: {} }] }, 'the unknown act "server naps"'],
    [{ name: 'wigwag' }, 'needs a file that a failure wrote'],
  ] as const) {
    writeFileSync(file, JSON.stringify(content));
    const { code, output } = await simulate('--plan', file);
    expect(output).toContain(problem);
    expect(code).toBe(2);
  }
});
