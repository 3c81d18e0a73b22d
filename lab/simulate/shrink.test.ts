import { expect, test } from 'vitest';
import { DAY, type SimulationPlan } from './plan.ts';
import { shrink } from './shrink.ts';

const HOUR = DAY / 24;
/** A plan of one act per hour, of which numbers 7 and 40 together cause the failure. */
const PLAN: SimulationPlan = {
  seed: 1,
  days: 4,
  topology: 'one',
  size: { accounts: 1, people: 1, servers: ['server'] },
  happenings: Array.from({ length: 96 }, (_, index) => ({ at: index * HOUR, act: 'none', details: index })),
};
const OPTIONS = { tries: 500, isOver: () => false, failedAt: 50 * HOUR, onTry: () => {} };
const detailsOf = ({ happenings }: SimulationPlan) => happenings.map(({ details }) => details);
const fails = async (plan: SimulationPlan) => [7, 40].every((needed) => detailsOf(plan).includes(needed));

test('a search without a limit leaves only the acts that are needed', async () => {
  const { plan, isComplete } = await shrink(PLAN, fails, OPTIONS);
  expect(detailsOf(plan)).toEqual([7, 40]);
  expect(plan.days).toBe(2);
  expect(isComplete).toBe(true);
});

test.each([0, 1, 5, 20])('a search that is over after %i runs returns a plan that fails', async (most) => {
  let runs = 0;
  const seen: [number, number][] = [];
  const count = (plan: SimulationPlan) => {
    runs += 1;
    return fails(plan);
  };
  const shrunk = await shrink(PLAN, count, {
    ...OPTIONS,
    isOver: () => runs === most,
    onTry: (tried, acts) => seen.push([tried, acts]),
  });
  expect(await fails(shrunk.plan)).toBe(true);
  expect(shrunk).toMatchObject({ runs: most, isComplete: false });
  expect(runs).toBe(most);
  expect(seen.map(([tried]) => tried)).toEqual(Array.from({ length: most }, (_, index) => index + 1));
  expect(seen.at(-1)?.[1] ?? 96).toBe(shrunk.plan.happenings.length);
});

test('a search that has used all its runs is not complete', async () => {
  expect(await shrink(PLAN, fails, { ...OPTIONS, tries: 3 })).toMatchObject({ runs: 3, isComplete: false });
});
