import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { SimulationPlan } from './plan.ts';
import { emptyFolder, MINUTE, SMALL_HEAP, simulate } from './testing.ts';

test('the same seeds give the same traces in one process, whose memory does not grow, and in two', {
  timeout: 20 * MINUTE,
}, async () => {
  const flags = ['--seed', '1000', '--days', '0.2', '--json'];
  vi.stubEnv('NODE_OPTIONS', SMALL_HEAP);
  const inSmallHeap = simulate(...flags, '--seeds', '12');
  vi.unstubAllEnvs(); // the small heap costs a fifth of the processor time
  const [alone, divided] = await Promise.all([inSmallHeap, simulate(...flags, '--seeds', '6', '--jobs', '2')]);
  const seedsIn = (output: string) => output.split('\n').filter((line) => line.includes('"digest":'));
  const digests = alone.output.match(/"digest":"[0-9a-f]{64}"/g) ?? [];
  expect(new Set(digests).size).toBe(12);
  expect(seedsIn(divided.output).sort()).toEqual(seedsIn(alone.output).slice(0, 6).sort());
  expect([alone.code, divided.code]).toEqual([0, 0]);
});

test('the trace of a plan does not depend on the plans before it in the same process', {
  timeout: 2 * MINUTE,
}, async () => {
  const refusal = { verb: 'RELEASE', times: 2, endsTransaction: false, load: 6 };
  const plan: SimulationPlan = {
    seed: 7,
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
