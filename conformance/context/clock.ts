import { setTimeout as sleep } from 'node:timers/promises';
import { Failure, Untestable } from '../verdict.ts';
import { requireControl } from './require-control.ts';
import type { Session } from './session.ts';

/** How long something may take to show, in real time. */
export const DEADLINE_MILLISECONDS = 5000;
const LOOK_AGAIN_MILLISECONDS = 15;
/** Looking waits longer each time, since where the clock stands still, a key has no more requests than its burst. */
export const LOOK_AGAIN_AT_MOST_MILLISECONDS = 250;

/** The time of the target. */
export interface Clock {
  /** Runs everything that is due. */
  settle(): Promise<void>;
  /** The time that the target goes by. */
  now(): Promise<Date>;
  /** Lets time pass at the target. */
  advance(seconds: number): Promise<void>;
  /** Looks until there is something. @throws {Failure} when there is nothing in time */
  eventually<T>(what: string, look: () => T | undefined | false | Promise<T | undefined | false>): Promise<T>;
}

/** Where the target does not offer the control protocol, its time is the time of this machine. */
export function createClock(session: Session): Clock {
  const { control, movesClock } = session;
  const settle = async (): Promise<void> => {
    await control?.call('settle');
  };
  return {
    settle,

    async now() {
      return control ? new Date((await control.call('getClock')).now) : new Date();
    },

    async advance(seconds) {
      const clock = requireControl(session, 'a clock that can be moved');
      if (!movesClock) {
        throw new Untestable('needs a clock that can be moved (POST /clock/advance of the control protocol)');
      }
      await clock.call('advanceClock', { seconds });
    },

    async eventually(what, look) {
      const deadline = Date.now() + DEADLINE_MILLISECONDS;
      for (let wait = LOOK_AGAIN_MILLISECONDS; ; wait = Math.min(wait * 1.5, LOOK_AGAIN_AT_MOST_MILLISECONDS)) {
        const found = await look();
        if (found !== undefined && found !== false) {
          return found;
        }
        if (Date.now() > deadline) {
          throw new Failure(`${what} did not come`, {
            expected: what,
            got: `nothing within ${DEADLINE_MILLISECONDS / 1000} s${movesClock ? ', in which its clock stood still: what follows a call must be due at once' : ''}`,
          });
        }
        await settle();
        await sleep(wait);
      }
    },
  };
}
