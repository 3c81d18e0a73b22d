import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { type Control, ControlFault } from '../control.ts';
import { Untestable } from '../verdict.ts';
import { Slots } from './slots.ts';

interface ClockTimer {
  of: ClockTurn;
  /** Milliseconds since the beginning. */
  at: number;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** How often to wait for a move without a response: on a busy machine, a move over many tasks takes minutes. */
const WAITS_FOR_A_MOVE = 5;

/**
 * Lets timed cases run concurrently on the target's one clock. While a case works, the clock does not move. When every
 * case has ended or waits for a later time, the clock moves to the earliest of these times. So each case sees its own
 * moves of the clock exactly, and many cases share one move.
 */
export class SharedClock {
  readonly slots: Slots;
  readonly #control: Control;
  readonly #timers = new Set<ClockTimer>();
  /** Milliseconds since the beginning. */
  #passed = 0;
  /** The target's time at the beginning. */
  #began: number | undefined;
  #isMoving = false;

  /** @param concurrency how many cases work at the same time. Any number can wait for the clock. */
  constructor(control: Control, concurrency: number) {
    this.#control = control;
    this.slots = new Slots(concurrency);
    this.slots.onIdle = () => void this.#move();
  }

  /** Resolves when the clock has moved by this many seconds. */
  wait(seconds: number, of: ClockTurn): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#timers.add({ of, at: this.#passed + Math.round(seconds * 1000), resolve, reject });
    });
  }

  /** Cancels the waits of a case. */
  forget(of: ClockTurn): void {
    for (const timer of this.#timers) {
      if (timer.of === of) {
        this.#timers.delete(timer);
      }
    }
  }

  async #move(): Promise<void> {
    if (this.#isMoving) {
      return;
    }
    this.#isMoving = true;
    // Let cases that no longer wait acquire their slots first.
    for (await turnOfLoop(); this.slots.areFree && this.#timers.size > 0; await turnOfLoop()) {
      await this.#moveOnce();
    }
    this.#isMoving = false;
  }

  async #moveOnce(): Promise<void> {
    const at = Math.min(...[...this.#timers].map((timer) => timer.at));
    let fault: unknown;
    let isLost = false;
    try {
      this.#began ??= Date.parse((await this.#control.call('getClock')).now);
      await this.#control.call('advanceClock', { seconds: (at - this.#passed) / 1000 });
      this.#passed = at;
    } catch (error) {
      fault = error;
      // A refused move has not moved the clock. A move without a response may have, or still does.
      if (!(error instanceof ControlFault) || error.status === undefined) {
        const now = await this.#nowAfterMoves();
        isLost = now === undefined;
        this.#passed = now ?? this.#passed;
        fault = this.#passed >= at ? undefined : error;
      }
    }
    for (const timer of [...this.#timers].filter((one) => isLost || one.at <= Math.max(at, this.#passed))) {
      this.#timers.delete(timer);
      if (fault === undefined) {
        timer.resolve();
      } else {
        timer.reject(fault);
      }
    }
  }

  /** Returns the time since the beginning when earlier moves have ended; undefined if they do not end. */
  async #nowAfterMoves(): Promise<number | undefined> {
    for (let waits = 0; waits < WAITS_FOR_A_MOVE && this.#began !== undefined; waits++) {
      try {
        // A move takes its turn after earlier ones.
        return Date.parse((await this.#control.call('advanceClock', { seconds: 0 })).now) - this.#began;
      } catch {}
    }
    return undefined;
  }
}

/** A case's use of a shared clock. The case holds a slot, and releases it while it waits. */
export class ClockTurn {
  readonly #clock: SharedClock;
  #waits = 0;
  #hasEnded = false;

  constructor(clock: SharedClock) {
    this.#clock = clock;
  }

  /** Advances the clock, together with other cases. */
  advance(seconds: number): Promise<void> {
    return this.whileWaiting(() => this.#clock.wait(seconds, this));
  }

  /** Releases the slot until the promise settles, so that other cases can work and the clock can move. */
  async whileWaiting<T>(wait: () => Promise<T>): Promise<T> {
    if (this.#hasEnded) {
      throw new Untestable('needs more time than a case may take');
    }
    const waited = wait();
    // A case may wait for several things at once.
    if (this.#waits++ === 0) {
      this.#clock.slots.release();
    }
    try {
      return await waited;
    } finally {
      if (--this.#waits === 0 && !this.#hasEnded) {
        await this.#clock.slots.acquire();
      }
    }
  }

  /** Ends the turn of a case that may still be waiting. The case then holds a slot again. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    this.#clock.forget(this);
    if (this.#waits > 0) {
      await this.#clock.slots.acquire();
    }
  }
}
