import { ACTS } from './acts.ts';
import { DAY, type Happening, type Plan } from './plan.ts';

/** Runs a plan. Returns whether it still fails. */
type Fails = (plan: Plan) => Promise<boolean>;

/**
 * Returns a smaller plan that still fails: faults are removed first, then other acts, in smaller and smaller groups, as
 * in delta debugging.
 *
 * @param tries the maximum number of runs
 */
export async function shrink(plan: Plan, fails: Fails, tries: number): Promise<Plan> {
  let left = tries;
  let best = plan;
  const attempt = async (happenings: Happening[]): Promise<boolean> => {
    if (left === 0 || happenings.length === best.happenings.length) {
      return false;
    }
    left -= 1;
    const smaller = { ...best, happenings };
    if (!(await fails(smaller))) {
      return false;
    }
    best = smaller;
    return true;
  };
  // Acts after the failure do not matter. A binary search finds the shortest prefix that fails.
  for (let [low, high] = [0, plan.happenings.length]; low + 1 < high; ) {
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
      size >= 1 && left > 0;
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
  if (days < best.days && left > 0 && (await fails({ ...best, days }))) {
    best = { ...best, days };
  }
  return best;
}
