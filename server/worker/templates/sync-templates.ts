import { MICROSECONDS } from '../../base/time.ts';
import { listTemplates, templateList } from '../../domain/templates/record-template.ts';
import type { Task } from '../task.ts';

/** The provider's list may not show yet what a callback has just reported. */
const LIST_LAG = MICROSECONDS.minute;

/** Reads the templates of a connection from its provider and stores them. */
export const syncTemplates: Task = async (app, task) => {
  const { accountId } = task;
  const connection = await app.store.read.connections.find(accountId, task.subject);
  const listed = connection ? await listTemplates(app, connection) : [];
  const trustedUntil = app.now() - LIST_LAG;
  await app.store.batch(templateList, { app, accountId, listed, trustedUntil, with: { ended: [task] } });
};
