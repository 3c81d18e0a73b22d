import { expect, test } from 'vitest';
import { runCrash } from './testing.ts';

test('an unknown flag is refused in one line', async () => {
  const { code, told, printed } = await runCrash('--nonsense');
  expect([code, printed]).toEqual([2, '']);
  expect(told).toMatch(/^crash: Unknown option '--nonsense'[^\n]*\n$/);
});

/** The long run is `npm run crash`. */
test('a server killed six times during its work loses nothing and does nothing twice', async () => {
  const { code, told, printed } = await runCrash('--kills', '6', '--seed', '1');
  expect(code, told).toBe(0);
  const result = JSON.parse(printed);
  expect(result).toMatchObject({ kills: 6, lost: 0, doubled: 0, backwards: 0 });
  expect(result.promised).toBeGreaterThan(0);
}, 300_000);
