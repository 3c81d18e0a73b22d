import { type ChildProcess, execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { simulateInChild } from './child.ts';
import { withFault } from './faults/apply.ts';
import { FAULTS } from './faults/faults.ts';
import type { SimulationPlan } from './plan.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const SERVER = fileURLToPath(new URL('../../server/', import.meta.url));
const REGRESSIONS = fileURLToPath(new URL('regressions/', import.meta.url));
const MINUTE = 60_000;
/** Without a small young generation, V8 would collect garbage nearly all the time to stay within the limit. */
const SMALL_HEAP = '--max-old-space-size=96 --max-semi-space-size=8';

interface CommandResult {
  code: number;
  output: string;
  folder: string;
}

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-simulate-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts the simulator in an empty folder. */
function start(...flags: string[]): { child: ChildProcess; ended: Promise<CommandResult> } {
  const folder = emptyFolder();
  const { promise: ended, resolve } = Promise.withResolvers<CommandResult>();
  const child = execFile(
    process.execPath,
    ['--conditions=wigwag-source', MAIN, ...flags],
    { cwd: folder, maxBuffer: 2 ** 28 },
    (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), output: stdout + stderr, folder }),
  );
  return { child, ended };
}

const simulate = (...flags: string[]): Promise<CommandResult> => start(...flags).ended;

test('the same 100 seeds give the same traces in two processes', { timeout: 10 * MINUTE }, async () => {
  const flags = ['--seed', '1000', '--seeds', '100', '--days', '0.2', '--json'];
  const [first, second] = await Promise.all([simulate(...flags), simulate(...flags)]);
  const digests = first.output.match(/"digest":"[0-9a-f]{64}"/g) ?? [];
  expect(new Set(digests).size).toBe(100);
  expect(second.output).toBe(first.output);
});

test('several processes divide the seeds', { timeout: 2 * MINUTE }, async () => {
  const flags = ['--seed', '7', '--seeds', '3', '--days', '0.1', '--json'];
  const [alone, divided] = await Promise.all([simulate(...flags), simulate(...flags, '--jobs', '2')]);
  expect(divided.output.split('\n').sort()).toEqual(alone.output.split('\n').sort());
  expect(alone.output.match(/"digest":/g)).toHaveLength(3);
});

test("today's seeds pass every check for a minute", { timeout: 10 * MINUTE }, async () => {
  const { code, output } = await simulate('--seed', 'today', '--seeds', '99999', '--days', '1', '--seconds', '60');
  console.log(output.trim().split('\n').slice(-40).join('\n'));
  expect(output).toMatch(/lost 0, doubled 0, backwards 0, stuck 0\n$/);
  expect(code).toBe(0);
});

test('seeds pass every check on PostgreSQL', { timeout: 5 * MINUTE }, async () => {
  const { code, output } = await simulate('--seeds', '2', '--days', '0.2', '--database', 'postgres');
  expect(output).toMatch(/seed 2, postgres: .*lost 0, doubled 0, backwards 0, stuck 0\n$/s);
  expect(code).toBe(0);
});

test('a failure prints the last events and a smaller plan that fails again', { timeout: 10 * MINUTE }, async () => {
  const { code, output, folder } = await simulate('--seeds', '30', '--days', '1', '--fault', 'test-messages-counted');
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

test('the trace of a plan does not depend on the plans before it in the same process', {
  timeout: 2 * MINUTE,
}, async () => {
  const refusal = { verb: 'RELEASE', times: 2, endsTransaction: false, load: 6 };
  const plan: SimulationPlan = {
    seed: 3,
    days: 0.01,
    topology: 'one',
    size: { accounts: 2, people: 3, servers: ['server'] },
    happenings: [{ at: 1_000_000, act: 'database refuses a statement', details: refusal }],
  };
  const file = join(emptyFolder(), 'plan.json');
  writeFileSync(file, JSON.stringify(plan));
  const { output: trace } = await simulate('--plan', file, '--trace');
  expect(trace).toMatch(/log \d+ .*RELEASE SAVEPOINT/);
  const { output } = await simulate('--plan', file, '--plan', file);
  expect(new Set(output.match(/trace [0-9a-f]{16}/g)).size).toBe(1);
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

/** The plans of failures that were mended, without the extension. Some have the name of the fault that they found. */
const kept = readdirSync(REGRESSIONS).map((file) => file.replace('.json', ''));
const planOf = (name: string): string => join(REGRESSIONS, `${name}.json`);

test('the plans of fixed failures pass every check', { timeout: 5 * MINUTE }, async () => {
  const { code, output } = await simulate(...kept.flatMap((name) => ['--plan', planOf(name)]));
  expect(output).toMatch(/lost 0, doubled 0, backwards 0, stuck 0\n$/);
  expect(output.match(/^seed /gm)).toHaveLength(kept.length);
  expect(code).toBe(0);
});

test.each(kept.filter((name) => name in FAULTS))(
  'the fault %s is found again by its plan',
  // One plan runs for about a minute on an idle machine.
  { timeout: 10 * MINUTE },
  async (name) => {
    const { code, output } = await simulate('--plan', planOf(name), '--fault', name, '--no-shrink');
    expect(output).toContain('Problems:');
    expect(code).toBe(1);
  },
);

test('memory does not grow with the number of seeds', { timeout: 10 * MINUTE }, async () => {
  vi.stubEnv('NODE_OPTIONS', SMALL_HEAP);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { code, output } = await simulate('--seeds', '4', '--days', '1');
  expect(output).toMatch(/lost 0, doubled 0, backwards 0, stuck 0\n$/);
  expect(code).toBe(0);
});

test('a killed server leaves nothing in memory, not even the parsers of its connections', {
  timeout: 5 * MINUTE,
}, async () => {
  const minutes = 150;
  const kill = { server: 'server', statements: 0, isAfter: false, down: 1, load: 0 };
  const plan: SimulationPlan = {
    seed: 1,
    days: minutes / 1440,
    topology: 'one',
    size: { accounts: 2, people: 3, servers: ['server'] },
    // A client connects to each event stream again within a minute.
    happenings: Array.from({ length: minutes }, (_, index) => ({
      at: index * 60_000_000,
      act: 'server is killed',
      details: kill,
    })),
  };
  const file = join(emptyFolder(), 'plan.json');
  writeFileSync(file, JSON.stringify(plan));
  vi.stubEnv('NODE_OPTIONS', SMALL_HEAP);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { code, output } = await simulate('--plan', file);
  expect(output).toContain(`${minutes} kills; lost 0, doubled 0, backwards 0, stuck 0\n`);
  expect(code).toBe(0);
});

test('a process that dies is not taken for one that found a problem', async () => {
  vi.stubEnv('NODE_OPTIONS', '--require ./no-such-file.cjs');
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(simulateInChild(['--seeds', '1', '--days', '0.1'], () => true)).rejects.toThrow(
    'the simulator did not run to the end',
  );
});

test('real work outside the simulation is refused and reported', { timeout: 2 * MINUTE }, async () => {
  const { code, output } = await simulate('--days', '0.3', '--fault', 'reads-a-file', '--no-shrink');
  expect(output).toContain('escape: readFile of node:fs');
  expect(code).toBe(1);
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
