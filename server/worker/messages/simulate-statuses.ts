import { recordStatus } from '../../domain/messages/record-status.ts';
import type { Task } from '../task.ts';

/** Simulates the delivered and read statuses of messages of a test key, which are never sent to a provider (§5.7). */
export const simulateStatuses: Task = async (app, task) => {
  const message = { accountId: task.accountId, id: task.subject };
  await app.store.batch(recordStatus, { app, message, change: { status: 'delivered' } });
  await app.store.batch(recordStatus, { app, message, change: { status: 'read' }, with: { ended: [task] } });
};
