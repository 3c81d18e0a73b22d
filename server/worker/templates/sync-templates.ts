import { MICROSECONDS } from '../../base/time.ts';
import { listTemplates, syncTemplates as takeOver } from '../../domain/templates/record-template.ts';
import type { Task } from '../task.ts';

/** The provider's list may not show yet what a callback has just reported. */
const LIST_LAG = MICROSECONDS.minute;

/** Reads the templates of a connection from its provider and stores them. */
export const syncTemplates: Task = async (app, task) => {
  const connection = await app.store.read.connections.find(task.accountId, task.subject);
  const listed = connection ? await listTemplates(app, connection) : [];
  await app.store.transaction(async (tx) => {
    await takeOver(app, tx, task.accountId, listed, app.now() - LIST_LAG);
    await tx.outbox.finish([task.id]);
  });
};
