import type { App } from '../app.ts';
import type { OutboxTask } from '../store/outbox/outbox.ts';

/** Runs one task that a commit created. Its last transaction calls `outbox.finish` or `outbox.runAgain`. */
export type Task = (app: App, task: OutboxTask) => Promise<void>;

/**
 * Logs what a transaction has done, after the commit: a log line inside the transaction would appear again with each
 * repetition.
 */
export type Tell = () => void;
