import type { App } from '../app/app.ts';
import type * as engine from '../engine/worker/context.ts';

/** How one task runs. */
export type Task = engine.Task<App>;

/** How tasks of one ordering key run together. */
export type BatchTask = engine.BatchTask<App>;

/**
 * Logs the result of a transaction after the commit. A log call inside the transaction would run again if the
 * transaction is repeated.
 */
export type LogAfterCommit = () => void;
