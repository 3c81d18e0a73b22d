import type { App } from '../app.ts';
import type { OutboxTask } from '../store/outbox/outbox.ts';

/** Does one thing that a commit left to be done. It ends by `outbox.finish` or `outbox.runAgain`, in its last transaction. */
export type Task = (app: App, task: OutboxTask) => Promise<void>;

/** Logs what a transaction has done, once it is committed: what is logged inside is told again each time that it is run again. */
export type Tell = () => void;
