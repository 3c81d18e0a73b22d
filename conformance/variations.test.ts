import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLAUSES, run } from './index.ts';
import { isMeant } from './run.ts';
import { spoiled } from './testing/proxy.ts';
import { QUICK } from './testing/quick.ts';
import { type JudgedServer, ownServer } from './testing/servers.ts';
import { VARIATIONS } from './testing/variations/index.ts';

let own: JudgedServer;

beforeAll(async () => {
  own = await ownServer();
});
afterAll(() => own.stop());

/** `variations` runs all quick clauses for each variation. By default, a few related clauses run. */
const WHOLE = process.env.WIGWAG_CONFORMANCE === 'variations';
const FEW = 2;

/** How many related clauses to sample. */
function some(ids: readonly string[]): string[] {
  const every = Math.ceil(ids.length / FEW);
  return ids.filter((_, at) => at % every === 0);
}

/** Slow clauses, which run only if a variation names them. */
const isSlow = (id: string): boolean => CLAUSES.has(id) && !QUICK.includes(id);

test('there are at least 15 variations, each with a unique name and existing related clauses', () => {
  expect(VARIATIONS.length).toBeGreaterThanOrEqual(15);
  expect(new Set(VARIATIONS.map(({ name }) => name)).size).toBe(VARIATIONS.length);
  const nowhere = VARIATIONS.flatMap(({ near }) => near).filter(
    (one) => !isSlow(one) && !QUICK.some((id) => isMeant(id, [one])),
  );
  expect(nowhere).toEqual([]);
});

for (const variation of VARIATIONS) {
  test(`holds: ${variation.name}`, async () => {
    const { target, close } = await spoiled(own.target, variation);
    try {
      const { near } = variation;
      const ids = [...QUICK.filter((id) => isMeant(id, near)), ...near.filter((id) => isSlow(id))];
      expect(ids.length).toBeGreaterThan(0);
      const { clauses, duration_ms } = await run(target, { only: WHOLE ? QUICK : some(ids), concurrency: 12 });
      if (WHOLE) {
        process.stderr.write(`${variation.name}: ${(duration_ms / 1000).toFixed(1)} s\n`);
      }
      const broken = clauses.filter(({ verdict }) => ['fail', 'error'].includes(verdict));
      expect(broken.map(({ id, cases }) => [id, cases.map(({ failure }) => failure)])).toEqual([]);
    } finally {
      await close();
    }
  }, 1_200_000);
}
