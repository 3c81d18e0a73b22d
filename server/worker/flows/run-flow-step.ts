import { runFlowStep as run } from '../../domain/flows/run-flow-step.ts';
import type { Task } from '../task.ts';

/** Sends what is due of a person's way through a flow, and comes back for the next step. */
export const runFlowStep: Task = async (app, task) => {
  await app.store.batchedTransaction(async (tx) => {
    const next = await run(app, tx, task.accountId, Number(task.subject));
    await (next === undefined ? tx.outbox.finish(task.id) : tx.outbox.postpone(task.id, next));
  });
  app.wake();
};
