import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { growthOf, mediansInTurn } from './growth.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const growth = (...args: string[]) =>
  spawnSync(process.execPath, ['--conditions=wigwag-source', MAIN, ...args], { encoding: 'utf8' });

test('a cost may grow like the depth of an index, with a tolerance of a quarter', () => {
  const at = (...values: number[]) =>
    growthOf(values.map((value, index) => ({ messages: 10_000 * 10 ** index, value })));
  expect(at(2, 2.5, 3.7)).toEqual({ values: [2, 2.5, 3.7], ratios: [1, 1.25, 1.85], isFast: false });
  expect(at(2, 2.5, 3.8).isFast).toBe(true);
  expect(at(2, 3.2, 2).isFast).toBe(true);
  expect(at(2, 1)).toMatchObject({ ratios: [1, 0.5], isFast: false });
});

test('sizes are measured in turn, and the first rounds do not count', async () => {
  const measured: string[] = [];
  const medians = await mediansInTurn(['small', 'large'], 3, async (size) => {
    measured.push(size);
    return measured.length;
  });
  expect(measured).toEqual(Array.from({ length: 5 }, () => ['small', 'large']).flat());
  expect(medians).toEqual([7, 8]);
});

test('options that make no sense are refused before anything starts', () => {
  for (const [args, message] of [
    [['many'], 'growth: sizes, --rounds and --seconds are whole numbers above 0'],
    [['--rounds', '0'], 'growth: sizes, --rounds and --seconds are whole numbers above 0'],
    [['--size', '5'], "growth: Unknown option '--size'"],
    [['--folder', '/no/such/folder'], 'growth: the folder /no/such/folder does not exist'],
  ] as const) {
    const { status, stdout, stderr } = growth(...args);
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
  }
  expect(growth('--help')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^npm run lab -- growth /) });
});
