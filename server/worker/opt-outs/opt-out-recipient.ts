import { optOutByRefusal } from '../../domain/opt-outs/opt-out-by-refusal.ts';
import type { Task } from '../task.ts';

/** Opts out the recipient of a message that the provider refused because the person opted out there. */
export const optOutRecipient: Task = (app, task) => app.store.batch(optOutByRefusal, { app, task });
