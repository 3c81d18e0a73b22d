import { setTimeout as sleep } from 'node:timers/promises';
import { VirtualClock } from '../clock.ts';
import type { RunningServer } from '../process/start.ts';
import type { ControlledProvider } from './provider.ts';

/** What a stored time can say, in milliseconds. */
const LAST_MOMENT = Date.UTC(2200, 0, 1);
/** How long work in flight may take before the clock moves on without it, in milliseconds of real time. */
const TIMEOUT = 250;
/** How long nothing may end before what is left is taken to wait for the clock, in milliseconds of real time. */
const STANDSTILL = 1000;

/** Moves time and runs what is due, for tests. */
export interface Timekeeper {
  /** Runs everything due now on both sides; gives how many tasks that were. */
  settle(): Promise<number>;
  /** Moves a virtual clock, running what falls due on the way, in order. @throws when the clock is real */
  advance(seconds: number): Promise<void>;
}

/** The clock is real, so it cannot be moved. */
export class RealClockError extends Error {
  override name = 'RealClockError';
}

export function createTimekeeper(server: RunningServer, provider: ControlledProvider): Timekeeper {
  const { clock } = server.app;
  let last: Promise<unknown> = Promise.resolve();

  async function settle(): Promise<number> {
    let ran = 0;
    do {
      ran += await server.worker.drain();
      await provider.whenIdle();
    } while (!server.worker.idle() || !provider.idle());
    return ran;
  }

  /** Waits for what is in flight, but not for what waits for time to pass. */
  const settleOrMoveOn = () => Promise.race([settle(), sleep(TIMEOUT)]);

  /** Waits until nothing is left but what waits for time to pass. */
  async function settleOrStandStill(): Promise<void> {
    const settled = settle().then(() => true);
    for (let before = -1; before !== server.worker.ran(); ) {
      before = server.worker.ran();
      if (await Promise.race([settled, sleep(STANDSTILL, false)])) {
        return;
      }
    }
  }

  async function advance(virtual: VirtualClock, seconds: number): Promise<void> {
    const target = virtual.now() + seconds * 1000;
    if (!(target <= LAST_MOMENT)) {
      throw new RangeError('the clock cannot be moved that far');
    }
    await settleOrMoveOn();
    for (let due = virtual.nextDue(); due !== undefined && due <= target; due = virtual.nextDue()) {
      virtual.moveTo(due);
      await settleOrMoveOn();
    }
    virtual.moveTo(target);
    await settleOrMoveOn();
  }

  return {
    async settle() {
      const before = server.worker.ran();
      await (clock instanceof VirtualClock ? settleOrStandStill() : settle());
      return server.worker.ran() - before;
    },
    advance(seconds) {
      if (!(clock instanceof VirtualClock)) {
        throw new RealClockError('the clock is real; start with --clock virtual to move it');
      }
      // A second call waits its turn.
      const turn = last.then(() => advance(clock, seconds));
      last = turn.catch(() => {});
      return turn;
    },
  };
}
