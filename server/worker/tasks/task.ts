import type { App } from '../../app.ts';
import type { OutboxTask } from '../../store/outbox.ts';

/** Does one thing that a commit left to be done. It ends by `outbox.finish` or `outbox.runAgain`, in its last transaction. */
export type Task = (app: App, task: OutboxTask) => Promise<void>;
