import { ACTS } from './acts.ts';
import { DAY, type Happening, type SimulationPlan } from './plan.ts';

/** Runs a plan. Returns whether it still fails. */
type Fails = (plan: SimulationPlan) => Promise<boolean>;

interface ShrinkOptions {
  /** The maximum number of runs. */
  tries: number;
  /** Returns whether the search must end now, with the smallest plan so far. */
  isOver(): boolean;
  /** When the problem was found, in microseconds after the start. */
  failedAt: number;
  /** Receives the number of runs so far and the acts that are left. */
  onTry(runs: number, acts: number): void;
}

/** The smallest plan that the search has found. */
interface Shrunk {
  plan: SimulationPlan;
  runs: number;
  /** Whether the search has tried everything. Otherwise, the plan may contain acts that are not needed. */
  isComplete: boolean;
}

/**
 * Finds a smaller plan that still fails: acts after the failure are removed first, then faults, then other acts, in
 * smaller and smaller groups, as in delta debugging.
 */
export async function shrink(
  plan: SimulationPlan,
  fails: Fails,
  { tries, isOver, failedAt, onTry }: ShrinkOptions,
): Promise<Shrunk> {
  let left = tries;
  let best = plan;
  let isComplete = true;
  const attempt = async (happenings: Happening[], days = best.days): Promise<boolean> => {
    if (happenings.length === best.happenings.length && days === best.days) {
      return false;
    }
    if (left === 0 || isOver()) {
      isComplete = false;
      return false;
    }
    left -= 1;
    const smaller = { ...best, happenings, days };
    const isFailure = await fails(smaller);
    if (isFailure) {
      best = smaller;
    }
    onTry(tries - left, best.happenings.length);
    return isFailure;
  };
  const before = plan.happenings.filter(({ at }) => at <= failedAt);
  // Some problems are found long after the act that causes them: a binary search finds the shortest prefix that fails.
  const mostDays = Math.min(plan.days, failedAt / DAY);
  if (!(await attempt(before, mostDays))) {
    await attempt(before);
  }
  for (let [low, high] = [0, best.happenings.length]; low + 1 < high; ) {
    const middle = Math.floor((low + high) / 2);
    if (await attempt(plan.happenings.slice(0, middle))) {
      high = middle;
    } else {
      low = middle;
    }
  }
  for (const isFault of [true, false]) {
    for (
      let size = Math.ceil(best.happenings.length / 2);
      size >= 1 && isComplete;
      size = size === 1 ? 0 : Math.ceil(size / 2)
    ) {
      const candidates = best.happenings.filter(({ act }) => (ACTS[act]?.isFault === true) === isFault);
      for (let start = 0; start < candidates.length; start += size) {
        const removed = new Set(candidates.slice(start, start + size));
        await attempt(best.happenings.filter((one) => !removed.has(one)));
      }
    }
  }
  const last = best.happenings.at(-1)?.at ?? 0;
  const days = Math.max(1, Math.ceil(last / DAY));
  if (days < best.days) {
    await attempt(best.happenings, days);
  }
  return { plan: best, runs: tries - left, isComplete: isComplete && !isOver() };
}
