import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MINUTE, simulate, start } from './testing.ts';

test('a failure prints the last events and a smaller plan that fails again', { timeout: 10 * MINUTE }, async () => {
  // The default would end the search on a busy machine.
  const flags = ['--seeds', '30', '--days', '1', '--fault', 'test-messages-counted', '--shrink-seconds', '500'];
  const { code, output, folder } = await simulate(...flags);
  expect(code).toBe(1);
  const [, left, all] = /The plan \((\d+) of (\d+) acts\)/.exec(output) ?? [];
  // One message with a test key is enough to see this fault.
  expect(Number(left)).toBe(1);
  expect(Number(all)).toBeGreaterThan(40);
  expect(output).toContain('The last events:');
  const [, command = ''] = /npm run lab -- simulate (--plan .*) --no-shrink --trace/.exec(output) ?? [];
  const [, problem = ''] = /Problems:\n {2}(.*)\n/.exec(output) ?? [];
  const [, file = '', ...fault] = command.split(' ');
  const again = await simulate('--plan', join(folder, file), ...fault, '--no-shrink');
  expect(again.output).toContain(problem);
  // The seed of a shrunk plan would give another plan.
  expect(again.output).not.toContain('-- --seed');
  expect(again.code).toBe(1);
});

test('a fault that no seed finds is reported', { timeout: MINUTE }, async () => {
  const { code, output } = await simulate('--days', '0.01', '--fault', 'forgotten-key');
  expect(output).toMatch(/The fault forgotten-key was not found\.\n$/);
  expect(code).toBe(0);
});

test('a search for a smaller plan ends after --shrink-seconds', { timeout: 5 * MINUTE }, async () => {
  const flags = ['--days', '0.5', '--fault', 'late-signature', '--shrink-seconds', '0.001'];
  const { code, output, folder } = await simulate(...flags);
  expect(code).toBe(1);
  expect(output).toMatch(/searching .* for at most 0.001 s/);
  expect(output).toContain('runs (--shrink-seconds). The plan is not minimal: acts may be left that are not needed.');
  const [, left, all] = /The plan \((\d+) of (\d+) acts\)/.exec(output) ?? [];
  expect(left).toBe(all);
  const plan = JSON.parse(readFileSync(join(folder, 'simulation-plan.json'), 'utf8'));
  expect(plan.happenings).toHaveLength(Number(all));
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends the search and leaves the smallest plan so far',
  { timeout: 5 * MINUTE },
  async (signal) => {
    const { child, ended } = start('--days', '0.5', '--fault', 'late-signature');
    let first: string | undefined;
    let hasSignalled = false;
    child.stderr?.on('data', (progress: string) => {
      const [, acts] = / (\d+) acts left/.exec(progress) ?? [];
      first ??= acts;
      if (acts !== first && !hasSignalled) {
        hasSignalled = true;
        child.kill(signal);
      }
    });
    const { code, output, folder } = await ended;
    expect(code).toBe(1);
    expect(output).toContain('(it was interrupted). The plan is not minimal');
    const [, left, all] = /The plan \((\d+) of (\d+) acts\)/.exec(output) ?? [];
    expect(Number(left)).toBeLessThan(Number(all));
    const plan = JSON.parse(readFileSync(join(folder, 'simulation-plan.json'), 'utf8'));
    expect(plan.happenings).toHaveLength(Number(left));
  },
);

test('real work outside the simulation is refused and reported', { timeout: 2 * MINUTE }, async () => {
  const { code, output } = await simulate('--days', '0.3', '--fault', 'reads-a-file', '--no-shrink');
  expect(output).toContain('escape: readFile of node:fs');
  expect(code).toBe(1);
});
