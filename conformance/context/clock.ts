import { setTimeout as sleep } from 'node:timers/promises';
import { CaseFailure, Untestable } from '../verdict.ts';
import { requireControl } from './require-control.ts';
import type { SuiteSession } from './session.ts';

/** How long an effect may take to appear, in real time. */
export const DEADLINE_MILLISECONDS = 5000;
const LOOK_AGAIN_MILLISECONDS = 15;
/** On a busy machine, the deadline passes before an effect can appear. It therefore needs to be missing this often. */
const LOOKS_AT_LEAST = 20;
/** The polling interval grows, because a key on a stopped clock has only its burst of requests. */
export const LOOK_AGAIN_AT_MOST_MILLISECONDS = 250;

/** The target's clock. */
export interface TargetClock {
  /** Runs all due tasks. */
  settle(): Promise<void>;
  /** Returns the target's current time. */
  now(): Promise<Date>;
  /** Advances the target's clock. */
  advance(seconds: number): Promise<void>;
  /** Polls until `look` finds something. @throws {CaseFailure} if it finds nothing in time */
  eventually<T>(what: string, look: () => T | undefined | false | Promise<T | undefined | false>): Promise<T>;
}

/** Without the control protocol, the target's time is this machine's time. */
export function createClock(session: SuiteSession): TargetClock {
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
      const clock = requireControl(session, 'a movable clock');
      if (!movesClock) {
        throw new Untestable('needs a movable clock (POST /clock/advance of the control protocol)');
      }
      if (session.turn) {
        await session.turn.advance(seconds);
      } else {
        await clock.call('advanceClock', { seconds });
      }
    },

    async eventually(what, look) {
      const deadline = Date.now() + DEADLINE_MILLISECONDS;
      let wait = LOOK_AGAIN_MILLISECONDS;
      for (let looks = 1; ; looks++) {
        const found = await look();
        if (found !== undefined && found !== false) {
          return found;
        }
        if (Date.now() > deadline && looks >= LOOKS_AT_LEAST) {
          throw new CaseFailure(`timed out waiting for ${what}`, {
            expected: what,
            got: `nothing within ${DEADLINE_MILLISECONDS / 1000} s${movesClock ? '; its clock was stopped, so the effects of a call must be due at once' : ''}`,
          });
        }
        await settle();
        await sleep(wait);
        wait = Math.min(wait * 1.5, LOOK_AGAIN_AT_MOST_MILLISECONDS);
      }
    },
  };
}
