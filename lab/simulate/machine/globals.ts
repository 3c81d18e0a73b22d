import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { Random } from '../../testing/random.ts';
import { refuseEscapes } from './escapes.ts';
import { currentProcess, runningProcess, type SimulatedProcess } from './process.ts';
import { captureContext, real, type Scheduler, type SimulatedTimer } from './scheduler.ts';

/** The parts of the machine that one simulation uses. */
interface SimulatedMachine {
  scheduler: Scheduler;
  /** The source of all random numbers of the processes. */
  random: Random;
}

let machine: SimulatedMachine | undefined;
const MICROSECONDS = 1000;
const LONGEST_TIMEOUT = 2 ** 31 - 1;
/** The longest pause of a poll before it tries again, for example to get the lock of the database, in milliseconds. */
const LONGEST_RETRY = 500;
/** undici's function that closes an idle connection. Its other timeouts do not use `setTimeout` (undici.ts). */
const CLOSES_IDLE = 'onParserTimeout';
const RealDate = Date;
const realRandom = Math.random;
const require = createRequire(import.meta.url);

/** Selects the simulation that the globals serve from now on. Outside a simulation they serve the real machine. */
export function useMachine(next: SimulatedMachine | undefined): void {
  machine = next;
}

/** @throws outside a simulation */
function scheduler(): Scheduler {
  if (machine === undefined) {
    throw new Error('timers exist only within a simulation');
  }
  return machine.scheduler;
}

const milliseconds = (): number =>
  machine ? (runningProcess()?.now() ?? machine.scheduler.now / MICROSECONDS) : real.date();
/** Whether a poll started the code that runs. Its short pauses are not events. */
const polling = new AsyncLocalStorage<boolean>();
const monotonic = (): number => (machine ? machine.scheduler.now / MICROSECONDS : 0);

/** A timer with the methods of Node's. */
class SimulatedTimeout {
  readonly #run: () => void;
  readonly #delay: number;
  readonly #isInterval: boolean;
  readonly #process: SimulatedProcess = currentProcess();
  readonly #inContext = captureContext();
  #timer: SimulatedTimer | undefined;

  readonly #isPoll: boolean;
  readonly #isEvent: boolean;

  constructor(run: () => void, delay: number, kind: { isInterval?: boolean; isPoll?: boolean; isIdle?: boolean }) {
    const { isInterval = false, isPoll = isInterval, isIdle = false } = kind;
    this.#run = run;
    this.#delay = delay;
    this.#isInterval = isInterval;
    this.#isPoll = isPoll;
    const isRetryOfPoll = delay <= LONGEST_RETRY && polling.getStore() === true;
    this.#isEvent = !(isPoll || isRetryOfPoll || isIdle);
    this.refresh();
  }

  refresh(): this {
    this.close();
    const what = `timer ${Math.round(this.#delay)} ms`;
    this.#timer = scheduler().schedule(this.#process, what, this.#delay * MICROSECONDS, () => this.#fire(), {
      isPoll: this.#isPoll,
      isEvent: this.#isEvent,
    });
    return this;
  }

  #fire(): void {
    if (this.#timer?.isCancelled !== false) {
      return;
    }
    this.#timer = undefined;
    if (this.#isInterval) {
      this.refresh();
    }
    if (this.#isPoll || this.#isEvent) {
      this.#inContext(() => polling.run(this.#isPoll, this.#run));
    } else {
      this.#inContext(this.#run);
    }
  }

  close(): this {
    if (this.#timer) {
      this.#timer.isCancelled = true;
      this.#timer = undefined;
    }
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

/** A callback of `setImmediate`. */
class SimulatedImmediate {
  isCancelled = false;

  constructor(run: () => void) {
    const inContext = captureContext();
    scheduler().enqueue(currentProcess(), 'immediate', () => {
      if (!this.isCancelled) {
        inContext(run);
      }
    });
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

/** Returns the delay that Node would use. */
const delayOf = (delay: unknown): number => {
  const number = Number(delay);
  return number >= 1 && number <= LONGEST_TIMEOUT ? Math.trunc(number) : 1;
};

type Callback = (...values: unknown[]) => void;

const timeout = (run: Callback, delay?: number, ...values: unknown[]) =>
  new SimulatedTimeout(() => run(...values), delayOf(delay), { isIdle: run.name === CLOSES_IDLE });
const interval = (run: Callback, delay?: number, ...values: unknown[]) =>
  new SimulatedTimeout(() => run(...values), delayOf(delay), { isInterval: true });
const immediate = (run: Callback, ...values: unknown[]) => new SimulatedImmediate(() => run(...values));
const clear = (timer: unknown): void => {
  if (timer instanceof SimulatedTimeout) {
    timer.close();
  } else if (timer instanceof SimulatedImmediate) {
    timer.isCancelled = true;
  }
};

/**
 * Calls `run` once after `delay` milliseconds, as the clocks of the server and the mock do. Long idle periods skip a poll.
 * Returns a function that cancels it.
 */
export function startTimer(run: () => void, delay: number, isPoll = false): () => void {
  const timer = new SimulatedTimeout(run, delayOf(Math.min(delay, LONGEST_TIMEOUT)), { isPoll });
  return () => timer.close();
}

/** `setTimeout` and `setImmediate` of `node:timers/promises`. */
const promised =
  (begin: (run: () => void) => { unref(): unknown }) =>
  <T>(value?: T, options: { signal?: AbortSignal } = {}): Promise<T | undefined> =>
    new Promise((resolve, reject) => {
      const { signal } = options;
      const abort = () => {
        clear(timer);
        reject(
          Object.assign(new Error('The operation was aborted', { cause: signal?.reason }), {
            name: 'AbortError',
            code: 'ABORT_ERR',
          }),
        );
      };
      const timer = begin(() => {
        signal?.removeEventListener('abort', abort);
        resolve(value);
      });
      if (signal?.aborted) {
        abort();
      } else {
        signal?.addEventListener('abort', abort, { once: true });
      }
    });

function bytes(length: number): Buffer {
  const filled = Buffer.alloc(length);
  for (let index = 0; index < length; index += 1) {
    filled[index] = random().below(256);
  }
  return filled;
}

/** Returns the random numbers of the simulation; outside one, real ones, because modules may draw some while they load. */
const random = (): Random =>
  machine?.random ?? {
    next: realRandom,
    below: (limit) => Math.floor(realRandom() * limit),
    weighted: () => {
      throw new Error('there is no simulation');
    },
  };

function uuid(): string {
  const hex = bytes(16).toString('hex');
  const variant = ((Number.parseInt(hex[16] as string, 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}

function fill<T extends NodeJS.ArrayBufferView>(view: T): T {
  bytes(view.byteLength).copy(Buffer.from(view.buffer, view.byteOffset, view.byteLength));
  return view;
}

/**
 * Replaces the time, timers and random numbers of this process with those of a simulation, for all code that loads afterwards.
 * Refuses calls that would do real work outside the simulation.
 */
export function installGlobals(): void {
  const timers = require('node:timers');
  const timersPromises = require('node:timers/promises');
  const crypto = require('node:crypto');
  const functions = {
    setTimeout: timeout,
    setInterval: interval,
    setImmediate: immediate,
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clear,
  };
  Object.assign(timers, functions);
  Object.assign(globalThis, {
    ...functions,
    Date: new Proxy(RealDate, {
      construct: (target, values, newTarget) =>
        Reflect.construct(target, values.length === 0 ? [milliseconds()] : values, newTarget),
      apply: () => new RealDate(milliseconds()).toString(),
      get: (target, name, receiver) => (name === 'now' ? milliseconds : Reflect.get(target, name, receiver)),
    }),
  });
  Object.assign(timersPromises, {
    setTimeout: <T>(delay?: number, value?: T, options?: { signal?: AbortSignal }) =>
      promised((run) => timeout(run, delay))(value, options),
    setImmediate: promised(immediate),
  });
  Object.assign(performance, {
    now: monotonic,
    // A simulated process is never busy, because its steps take no real time.
    eventLoopUtilization: () => ({ idle: 1, active: 0, utilization: 0 }),
  });
  Math.random = () => random().next();
  const hrtime = Object.assign(
    (before: [number, number] = [0, 0]): [number, number] => {
      const nanoseconds = Math.round(monotonic() * 1e6) - (before[0] * 1e9 + before[1]);
      return [Math.floor(nanoseconds / 1e9), nanoseconds % 1e9];
    },
    { bigint: () => BigInt(Math.round(monotonic() * 1e6)) },
  );
  process.hrtime = hrtime;
  const randomInt = (...values: unknown[]): number => {
    const [low, high] = typeof values[1] === 'number' ? (values as [number, number]) : [0, values[0] as number];
    return low + random().below(high - low);
  };
  Object.assign(crypto, {
    randomUUID: uuid,
    randomBytes: bytes,
    randomInt,
    randomFillSync: fill,
  });
  Object.defineProperties(globalThis.crypto, {
    randomUUID: { value: uuid, configurable: true },
    getRandomValues: { value: fill, configurable: true },
  });
  refuseEscapes();
  syncBuiltinESMExports();
}
