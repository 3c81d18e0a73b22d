import type { App } from '../app/app.ts';
import type { OutboxTask } from '../engine/outbox/task.ts';

/** Runs one task that a commit created. Its last transaction ends the task or schedules it again. */
export type Task = (app: App, task: OutboxTask) => Promise<void>;

/** Runs tasks of one ordering key together, in order. */
export type BatchTask = (app: App, tasks: readonly OutboxTask[]) => Promise<void>;

/**
 * Logs the result of a transaction after the commit. A log call inside the transaction would run again if the
 * transaction is repeated.
 */
export type Tell = () => void;
