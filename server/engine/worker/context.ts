import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Signals } from '../drivers/signals.ts';
import type { LocalWorker } from '../outbox/local-dispatch.ts';
import type { outboxQueries } from '../outbox/outbox.ts';
import type { OutboxTask } from '../outbox/task.ts';
import type { workerQueries } from '../outbox/workers.ts';

/** The queries of a transaction that the worker uses. */
interface WorkerTx {
  outbox: ReturnType<typeof outboxQueries>;
  workers: ReturnType<typeof workerQueries>;
}

/** The services of the program that the worker uses. */
export interface WorkerContext {
  clock: Clock;
  /** In microseconds since the epoch. */
  now(): number;
  /** In microseconds since the epoch. Each value is larger than the last. */
  monotonicNow(): number;
  log: Pick<Logger, 'warn' | 'error'>;
  store: {
    read: Pick<WorkerTx, 'outbox'>;
    isShared: boolean;
    transaction<T>(run: (tx: WorkerTx) => Promise<T>, options?: { isDurable?: boolean }): Promise<T>;
    // biome-ignore lint/suspicious/noExplicitAny: the tasks define the requests of their rules
    batch(...args: any[]): Promise<any>;
    signals: Pick<Signals, 'listen'>;
    dispatchTo(worker: LocalWorker): void;
  };
}

/** Runs one task that a commit created. Its last transaction ends or reschedules the task. */
export type Task<App> = (app: App, task: OutboxTask) => Promise<void>;

/** Runs tasks of one ordering key together, in order. */
export type BatchTask<App> = (app: App, tasks: readonly OutboxTask[]) => Promise<void>;

/** How a kind of task runs: each alone, or successive ones of an ordering key together. */
export type TaskKind<App> = { run: Task<App> } | { runTogether: BatchTask<App> };

/** Work that the worker repeats at intervals, in addition to tasks. */
export interface Sweep {
  /** Sweeps if the interval has passed. It never runs concurrently. */
  run(): Promise<void>;
  /** Waits for the running sweep. */
  ended(): Promise<void>;
  /** Stops after the current transaction. The next start does the rest. */
  close(): void;
}
