import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { SimulationPlan } from './plan.ts';
import { emptyFolder, MINUTE, SMALL_HEAP, simulate } from './testing.ts';

test("today's seeds pass every check for half a minute", { timeout: 10 * MINUTE }, async () => {
  const { code, output } = await simulate('--seed', 'today', '--seeds', '99999', '--days', '1', '--seconds', '30');
  console.log(output.trim().split('\n').slice(-40).join('\n'));
  expect(output).toMatch(/lost 0, doubled 0, backwards 0, stuck 0\n$/);
  expect(code).toBe(0);
});

test('seeds pass every check on PostgreSQL', { timeout: 5 * MINUTE }, async () => {
  const { code, output } = await simulate('--seeds', '2', '--days', '0.2', '--database', 'postgres');
  expect(output).toMatch(/seed 2, postgres: .*lost 0, doubled 0, backwards 0, stuck 0\n$/s);
  expect(code).toBe(0);
});

test('a killed server leaves nothing in memory, not even the parsers of its connections', {
  timeout: 5 * MINUTE,
}, async () => {
  const minutes = 80;
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
