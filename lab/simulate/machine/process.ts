import { AsyncLocalStorage } from 'node:async_hooks';
import { escaped } from './escapes.ts';

/** The parts of the scheduler that a process uses. */
interface ProcessHost {
  /** Microseconds since the epoch. */
  readonly now: number;
  /** Called when a process has started. */
  started(process: SimulatedProcess): void;
  /** Drops all steps and timers of a process. */
  forget(process: SimulatedProcess): void;
  /** Called when a process can no longer be heard. */
  noteSilence(): void;
}

/** A resource that a process loses when it is killed. */
interface Resource {
  /** Called once, at the kill: the kernel closes files and sockets. */
  kill(): void;
}

const processes = new AsyncLocalStorage<SimulatedProcess>();

/** Returns the process whose code runs. @throws outside all processes */
export function currentProcess(): SimulatedProcess {
  const process = processes.getStore();
  if (process === undefined) {
    throw escaped('code that belongs to no simulated process');
  }
  return process;
}

/** Returns the process whose code runs, if any. */
export const runningProcess = (): SimulatedProcess | undefined => processes.getStore();

/**
 * An operating system process: a server, a worker, an operator's command, or a part of the world. A killed process never
 * takes another step: everything that it waits for stays pending forever.
 */
export class SimulatedProcess {
  readonly name: string;
  /** Its next steps, in order. */
  readonly steps: { what: string; run(): void }[] = [];
  readonly #resources = new Set<Resource>();
  readonly #scheduler: ProcessHost;
  isAlive = true;
  isSuspended = false;
  /** When it was last resumed, in microseconds. */
  resumedAt = 0;
  /** How far its clock is ahead of true time, in microseconds. */
  #ahead = 0;
  /** How much faster its clock runs, in parts per million. */
  #drift = 0;
  #driftSince: number;

  constructor(scheduler: ProcessHost, name: string) {
    this.#scheduler = scheduler;
    this.name = name;
    this.#driftSince = scheduler.now;
    scheduler.started(this);
  }

  /** Milliseconds since the epoch, on the clock of this machine. */
  now(): number {
    const { now } = this.#scheduler;
    return Math.floor((now + this.#ahead + ((now - this.#driftSince) * this.#drift) / 1e6) / 1000);
  }

  /** Sets how far the clock is ahead, in microseconds, and how much faster it runs, in parts per million. */
  setClock(ahead: number, drift: number): void {
    this.#ahead = ahead;
    this.#drift = drift;
    this.#driftSince = this.#scheduler.now;
  }

  /** Runs code as this process: its timers, connections and files belong to it. */
  run<T>(code: () => T): T {
    return processes.run(this, code);
  }

  /** Registers a resource to close when the process is killed. Returns a function that unregisters it. */
  hold(resource: Resource): () => void {
    this.#resources.add(resource);
    return () => this.#resources.delete(resource);
  }

  /** Ends the process at once, as `kill -9` does. */
  kill(): void {
    if (this.isAlive) {
      this.isAlive = false;
      this.#scheduler.forget(this);
      for (const resource of this.#resources) {
        resource.kill();
      }
      this.#resources.clear();
    }
  }

  /** Stops taking steps, as SIGSTOP does, until `resume`. */
  suspend(): void {
    this.#scheduler.noteSilence();
    this.isSuspended = true;
  }

  resume(): void {
    if (this.isSuspended) {
      this.resumedAt = this.#scheduler.now;
    }
    this.isSuspended = false;
  }
}
