import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from './index.ts';
import { MUTANTS } from './testing/mutants/index.ts';
import { spoiled } from './testing/proxy.ts';
import { type Judged, ownServer } from './testing/servers.ts';

let own: Judged;

beforeAll(async () => {
  own = await ownServer();
}, 60_000);
afterAll(() => own.stop());

/** All of them take minutes on a busy machine; every third is enough to see that the suite still sees. */
const TRIED = process.env.WIGWAG_CONFORMANCE ? MUTANTS : MUTANTS.filter((_, i) => i % 3 === 0);

const bad = (report: Awaited<ReturnType<typeof run>>) =>
  report.clauses.filter(({ verdict }) => ['fail', 'error', 'warn'].includes(verdict));

test('there are at least 60 mutants, each with a name of its own', () => {
  expect(MUTANTS.length).toBeGreaterThanOrEqual(60);
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
}, 120_000);

for (const mutant of TRIED) {
  test(`is caught: ${mutant.name}`, async () => {
    const { target, close } = await spoiled(own.target, mutant);
    try {
      // What a fault leads to elsewhere is seen by a whole run: `WIGWAG_CONFORMANCE=whole`, an hour; `mutants` tries each alone.
      const isWhole = process.env.WIGWAG_CONFORMANCE === 'whole';
      const report = await run(target, isWhole ? {} : { only: mutant.caughtBy });
      const caught = bad(report);
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
  }, 180_000);
}

let known: ReturnType<typeof run> | undefined;
/** What does not hold without any mutant. */
const baseline = (): ReturnType<typeof run> => {
  known ??= run(own.target);
  return known;
};
