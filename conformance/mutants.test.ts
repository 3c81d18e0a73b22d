import { afterAll, beforeAll, expect, test } from 'vitest';
import { CASES, CLAUSES, run } from './index.ts';
import { MUTANTS } from './testing/mutants/index.ts';
import { spoiled } from './testing/proxy.ts';
import { type Judged, ownServer } from './testing/servers.ts';

let own: Judged;

beforeAll(async () => {
  own = await ownServer();
}, 60_000);
afterAll(() => own.stop());

/**
 * How much is tried. Every sixth mutant by its own clauses is enough to see that the suite still sees; `mutants` tries all of them
 * so, `crossing` looks at every clause that is judged quickly as well, `whole` at all of them.
 */
const HOW = process.env.WIGWAG_CONFORMANCE;
/** `2/3` is the second of three parts, so that several processes can share the work. */
const [PART = 1, PARTS = 1] = (process.env.WIGWAG_MUTANTS ?? '1/1').split('/').map(Number);
const TRIED = HOW ? MUTANTS.filter((_, i) => i % PARTS === PART - 1) : MUTANTS.filter((_, i) => i % 6 === 0);

/** Clauses that need neither a clock that is moved nor a hundred records. */
const QUICK = [...CLAUSES.values()]
  .filter(
    ({ id, unobservable }) =>
      !unobservable &&
      !/^8\/(page|media)-|^2\.1\/.*-(cursor|count|pagination|full-page|no-repeats)|-order-/.test(id) &&
      !CASES.some(({ alone, clauses }) => alone && clauses.includes(id)),
  )
  .map(({ id }) => id);

const bad = (report: Awaited<ReturnType<typeof run>>) =>
  report.clauses.filter(({ verdict }) => ['fail', 'error', 'warn'].includes(verdict));

test('there are at least 120 mutants, each with a name of its own', () => {
  expect(MUTANTS.length).toBeGreaterThanOrEqual(120);
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
});

test('the proxy alone breaks nothing that a mutant is caught by', async () => {
  const { target, close } = await spoiled(own.target, { name: 'none', caughtBy: [], delivery: () => undefined });
  try {
    const only = [...new Set(TRIED.flatMap(({ caughtBy }) => caughtBy))];
    expect(
      bad(await run(target, { only })).map(({ id, cases }) => [id, cases.map(({ failure }) => failure?.message)]),
    ).toEqual([]);
  } finally {
    await close();
  }
}, 600_000);

for (const mutant of TRIED) {
  test(`is caught: ${mutant.name}`, async () => {
    const { target, close } = await spoiled(own.target, mutant);
    try {
      const isWhole = HOW === 'whole' || HOW === 'crossing';
      const quick = HOW === 'crossing' ? [...QUICK, ...mutant.caughtBy] : [];
      const caught = bad(await run(target, isWhole ? { only: quick } : { only: mutant.caughtBy }));
      expect(caught.map(({ id }) => id)).toEqual(expect.arrayContaining(mutant.caughtBy));
      if (isWhole) {
        const related = new Set([...mutant.caughtBy.map((id) => id.split('/')[0]), ...(mutant.alsoIn ?? [])]);
        const before = bad(await baseline());
        const strangers = caught.filter(
          ({ id, section }) => !related.has(section) && !before.some((one) => one.id === id),
        );
        expect(strangers.map(({ id }) => id)).toEqual([]);
      }
    } finally {
      await close();
    }
  }, 600_000);
}

let known: ReturnType<typeof run> | undefined;
/** What does not hold without any mutant. */
const baseline = (): ReturnType<typeof run> => {
  known ??= run(own.target);
  return known;
};
