import { setTimeout as sleep } from 'node:timers/promises';
import { DELIVERY_TIMEOUT_SECONDS } from '@wigwag/openapi';
import { type Clock, VirtualClock } from '../engine/clock.ts';
import type { OutboxTask } from '../engine/outbox/task.ts';
import type { WithheldTasks } from '../engine/worker/queue.ts';
import type { RunningServer } from '../process/start.ts';
import type { ControlledProvider } from './provider.ts';

/** The latest time that can be stored, in milliseconds. */
const LAST_MOMENT = Date.UTC(2200, 0, 1);
/**
 * If no task ends and no transaction runs during this many consecutive waits, the remaining work counts as waiting for
 * the clock or for a receiver that does not respond. A transaction may wait longer for the database. The waits are
 * short, because at most one of them ends while the process gets no processor time.
 */
const STANDSTILL = { waits: 20, milliseconds: 50 };

/** Moves time and runs due tasks, for tests. */
export interface Timekeeper {
  /** Runs everything that is due now, in the server and the mock. Returns the number of tasks. */
  settle(): Promise<number>;
  /** Moves a virtual clock and runs the tasks that become due, in order. @throws if the clock is real */
  advance(seconds: number): Promise<void>;
  /** Records whether the receiver of this attempt withholds its response. An attempt that has ended is ignored. */
  hold(delivery: string, attempt: number, isHeld: boolean): Promise<void>;
}

interface Holds extends WithheldTasks {
  set(task: OutboxTask, isHeld: boolean): void;
}

/** Each hold ends with the attempt's timeout at the latest: tests wait until the missing response is recorded. */
function createHolds(clock: Clock): Holds {
  /** When the holds end, in milliseconds. */
  const ends = new WeakMap<OutboxTask, number>();
  let change = Promise.withResolvers<void>();
  return {
    has: (task) => (ends.get(task) ?? 0) > clock.now(),
    changed: () => change.promise,
    set(task, isHeld) {
      ends.set(task, isHeld ? clock.now() + DELIVERY_TIMEOUT_SECONDS * 1000 : 0);
      change.resolve();
      change = Promise.withResolvers();
    },
  };
}

/** Thrown because a real clock cannot be moved. */
export class RealClockError extends Error {
  override name = 'RealClockError';
}

export function createTimekeeper(server: RunningServer, provider: ControlledProvider): Timekeeper {
  const { clock } = server.app;
  const held = createHolds(clock);
  let last: Promise<unknown> = Promise.resolve();

  async function settle(): Promise<number> {
    let ran = 0;
    do {
      ran += await server.worker.drain(held);
      await provider.whenIdle();
    } while (!server.worker.idle(held) || !provider.idle());
    return ran;
  }

  /** Waits until the only remaining work is waiting for the clock. */
  async function settleOrStandStill(): Promise<void> {
    const settled = settle().then(() => true);
    let before = server.worker.ran();
    for (let still = 0; still < STANDSTILL.waits; still += 1) {
      if (await Promise.race([settled, sleep(STANDSTILL.milliseconds, false)])) {
        return;
      }
      if (server.worker.ran() !== before || server.app.store.isWriting()) {
        before = server.worker.ran();
        still = -1;
      }
    }
  }

  async function advance(virtual: VirtualClock, seconds: number): Promise<void> {
    // Timestamps have whole microseconds.
    const target = virtual.now() + Math.round(seconds * 1000);
    if (!(target <= LAST_MOMENT)) {
      throw new RangeError('the clock cannot be moved that far');
    }
    await settleOrStandStill();
    for (let due = virtual.nextDue(); due !== undefined && due <= target; due = virtual.nextDue()) {
      virtual.moveTo(due);
      await settleOrStandStill();
    }
    virtual.moveTo(target);
    await settleOrStandStill();
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
    async hold(delivery, attempt, isHeld) {
      // A retry is another task, so a late report about the previous attempt changes nothing.
      const { worker } = server;
      const task = worker.runningTask('deliver', delivery) ?? worker.runningTask('endpoint', delivery);
      if (task && (await server.app.store.read.deliveries.find(task.accountId, delivery))?.attempts === attempt - 1) {
        held.set(task, isHeld);
      }
    },
  };
}
