import { writeFileSync } from 'node:fs';
import { real } from './machine/scheduler.ts';
import type { SimulateOptions } from './options.ts';
import type { SimulationPlan } from './plan.ts';
import { shrink } from './shrink.ts';

/** A plan that fails. */
interface FoundFailure {
  plan: SimulationPlan;
  /** The last events before the first problem. */
  story: readonly string[];
  problems: readonly string[];
}

/** Runs a plan until a problem is found or the search is over. */
type RunPlan = (
  plan: SimulationPlan,
  isFound: (problem: string) => boolean,
  isOver: () => boolean,
) => Promise<Pick<FoundFailure, 'story' | 'problems'>>;

const SHRINK_TRIES = 150;
const PLAN_FILE = 'simulation-plan.json';
const DAY_MICROSECONDS = 86_400_000_000;
/** The longest time between reports of progress to a file or a pipe, in milliseconds. */
const BETWEEN_REPORTS = 10_000;

/** Returns the kind of a problem. A smaller plan must cause a problem of the same kind. */
const kindOf = (problem: string | undefined): string | undefined => problem?.split(':')[0];

/**
 * Searches for a smaller plan that fails in the same way, until `seconds` have passed or the user presses Ctrl-C. Writes
 * the smallest plan so far to a file whenever it finds one.
 */
export async function searchSmaller(
  failure: FoundFailure,
  run: RunPlan,
  { failedAt, seconds }: { failedAt: number; seconds: number },
): Promise<FoundFailure> {
  const kind = kindOf(failure.problems[0]);
  console.log(`failed: ${failure.problems[0]}`);
  writePlan(failure.plan);
  console.error(
    `searching for a smaller plan that fails with "${kind}" for at most ${seconds} s; Ctrl-C ends the search`,
  );
  const begun = real.now();
  let interrupted = false;
  const interrupt = () => {
    interrupted = true;
  };
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  const isOver = () => interrupted || real.now() - begun > seconds * 1000;
  const isSame = (problem: string) => kindOf(problem) === kind;
  const showProgress = progress(begun);
  let best = failure;
  const fails = async (plan: SimulationPlan): Promise<boolean> => {
    const { story, problems } = await run(plan, isSame, isOver);
    const hasFailed = problems.some(isSame);
    if (hasFailed) {
      best = { plan, story, problems };
      writePlan(plan);
    }
    return hasFailed;
  };
  const { runs, isComplete } = await shrink(failure.plan, fails, {
    tries: SHRINK_TRIES,
    isOver,
    failedAt,
    onTry: showProgress,
  });
  process.off('SIGINT', interrupt);
  process.off('SIGTERM', interrupt);
  const reason = interrupted ? 'it was interrupted' : isOver() ? '--shrink-seconds' : 'the limit of runs';
  console.error(
    isComplete
      ? `\nThe search ended after ${runs} runs.`
      : `\nThe search ended after ${runs} runs (${reason}). The plan is not minimal: acts may be left that are not needed. With --plan ${PLAN_FILE}, the search continues.`,
  );
  return best;
}

/**
 * Returns a function that shows the progress of the search: on a terminal in one line, otherwise in a new line for each
 * smaller plan and at least every 10 s.
 */
function progress(begun: number): (runs: number, acts: number) => void {
  let last = begun;
  let fewest = Number.POSITIVE_INFINITY;
  return (runs, acts) => {
    const now = real.now();
    const text = `${runs} of at most ${SHRINK_TRIES} runs, ${acts} acts left, ${Math.round((now - begun) / 1000)} s`;
    if (process.stderr.isTTY) {
      process.stderr.write(`\r${text} \u001b[K`);
    } else if (acts < fewest || now - last > BETWEEN_REPORTS) {
      fewest = acts;
      last = now;
      console.error(text);
    }
  };
}

const writePlan = (plan: SimulationPlan): void => writeFileSync(PLAN_FILE, JSON.stringify(plan, undefined, 1));

/** Prints a failure and writes its plan to a file. */
export function explain(
  { plan, story, problems }: FoundFailure,
  whole: SimulationPlan,
  options: SimulateOptions,
): void {
  const { database, fault } = options;
  const acts = plan.happenings.map(
    ({ at, act, details }) => `day ${(at / DAY_MICROSECONDS).toFixed(3)}: ${act} ${JSON.stringify(details)}`,
  );
  const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`).join('\n');
  console.log(`\nThe last events:\n${indented(story)}`);
  console.log(`\nThe plan (${acts.length} of ${whole.happenings.length} acts):\n${indented(acts)}`);
  console.log(`\nProblems:\n${indented(problems)}`);
  writePlan(plan);
  const flags = `${database === 'sqlite' ? '' : ` --database ${database}`}${fault === undefined ? '' : ` --fault ${fault}`}`;
  console.log(`\nTo repeat it:\n  npm run lab -- simulate --plan ${PLAN_FILE}${flags} --no-shrink --trace`);
  if (options.plan === undefined) {
    console.log(`  npm run lab -- simulate --seed ${whole.seed} --days ${whole.days}${flags}`);
  }
}
