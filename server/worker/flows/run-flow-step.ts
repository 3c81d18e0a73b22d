import { runFlowStep as run } from '../../domain/flows/run-flow-step.ts';
import type { Task } from '../task.ts';

/** Sends the step that is due in a person's run of a flow, and schedules the next one. */
export const runFlowStep: Task = async (app, task) => {
  await app.store.batchedTransaction(async (tx) => {
    const next = await run(app, tx, task.accountId, Number(task.subject));
    await (next === undefined ? tx.outbox.finish(task.id) : tx.outbox.postpone(task.id, next));
  });
  app.wake();
};
