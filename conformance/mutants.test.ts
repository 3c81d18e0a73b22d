import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Case, type Report, run, WATCHED } from './index.ts';
import { isMeant } from './run.ts';
import { MUTANTS } from './testing/mutants/index.ts';
import type { Mutant } from './testing/mutants/mutant.ts';
import { spoiled } from './testing/proxy.ts';
import { QUICK } from './testing/quick.ts';
import { type JudgedServer, ownServer } from './testing/servers.ts';

let own: JudgedServer;

beforeAll(async () => {
  own = await ownServer();
});
afterAll(() => own.stop());

/** The server is replaced regularly, because data left by earlier runs would slow it down. */
async function renew(): Promise<void> {
  await own.stop();
  own = await ownServer();
}

/**
 * Whether to test more. By default, each mutant runs its own clauses and one of the others; `crossing` adds all quick
 * clauses, `whole` adds all clauses.
 */
const HOW = ['crossing', 'whole'].find((how) => how === process.env.WIGWAG_CONFORMANCE);
/** `2/3` is the second of three parts, for sharing the work between processes; `2-3/3` is all but the first. */
const [PART = 1, PARTS = 1] = (process.env.WIGWAG_MUTANTS ?? '1/1').split(/-\d+\/|\//).map(Number);
const LAST = Number(/-(\d+)/.exec(process.env.WIGWAG_MUTANTS ?? '')?.[1] ?? PART);
const TRIED = MUTANTS.filter((_, at) => at % PARTS >= PART - 1 && at % PARTS < LAST);

/**
 * Other clauses for each mutant, from all sections. All mutants together therefore also show that the proxy itself breaks
 * nothing. Clauses with observers are left out, because they need whole sections.
 */
const SAMPLED = QUICK.filter((id) => !WATCHED.has(id));
/** Consecutive mutants take their clause from another quarter of the specification. */
const QUARTERS = 4;
const QUARTER = Math.floor(SAMPLED.length / QUARTERS);

/** Clauses to run in addition to a mutant's own. @default all */
function besides(mutant: Mutant): string[] | undefined {
  if (HOW === 'whole') {
    return undefined;
  }
  const at = MUTANTS.indexOf(mutant);
  const chosen = (at % QUARTERS) * QUARTER + (at % QUARTER);
  return HOW === 'crossing' ? QUICK : SAMPLED.slice(chosen, chosen + 1);
}

/** If a mutant suppresses output, many cases wait, which needs little CPU. */
const CONCURRENCY = 24;

/** Returns whether a case can detect a mutant, or is not among its clauses. */
const mayDetect =
  ({ caughtBy, variants }: Mutant) =>
  ({ name, clauses }: Case): boolean =>
    variants === undefined ||
    variants.some((variant) => name.endsWith(`(${variant})`)) ||
    !clauses.some((id) => caughtBy.includes(id));

const bad = (report: Report) => report.clauses.filter(({ verdict }) => ['fail', 'error', 'warn'].includes(verdict));

const shown = ({ message, got }: { message: string; got?: unknown }): string =>
  got === undefined ? message : `${message} (got ${JSON.stringify(got)})`;

test('there are at least 360 mutants, each with a unique name', () => {
  expect(MUTANTS.length).toBeGreaterThanOrEqual(360);
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
});

for (const mutant of TRIED) {
  test(`is caught: ${mutant.name}`, async () => {
    if (HOW !== undefined) {
      await renew();
    }
    const { target, close } = await spoiled(own.target, mutant);
    try {
      const beside = besides(mutant);
      const only = beside === undefined ? [] : [...mutant.caughtBy, ...beside];
      const isNeeded = HOW === undefined ? mayDetect(mutant) : undefined;
      const report = await run(target, { only, concurrency: CONCURRENCY, ...(isNeeded && { isNeeded }) });
      const caught = bad(report);
      const related = [...mutant.caughtBy.map((id) => id.split('/')[0] ?? ''), ...(mutant.alsoIn ?? [])];
      const strangers = caught
        .filter(({ id }) => !isMeant(id, related))
        .map(
          ({ id, cases }) =>
            `${id}: ${cases
              .flatMap(({ failure }) => failure ?? [])
              .map(shown)
              .join('; ')}`,
        );
      if (HOW !== undefined) {
        const lines = [`${mutant.name}: ${(report.duration_ms / 1000).toFixed(1)} s`, ...strangers];
        process.stderr.write(`${lines.join('\n  ')}\n`);
      }
      expect(caught.map(({ id }) => id)).toEqual(expect.arrayContaining(mutant.caughtBy));
      expect(strangers).toEqual([]);
    } finally {
      await close();
    }
  }, 1_200_000);
}
