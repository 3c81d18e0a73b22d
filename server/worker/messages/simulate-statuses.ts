import { recordStatus } from '../../domain/messages/record-status.ts';
import type { Task } from '../task.ts';

/** Simulates the delivered and read statuses of messages of a test key, which are never sent to a provider (§5.7). */
export const simulateStatuses: Task = async (app, task) => {
  for (const status of ['delivered', 'read'] as const) {
    await app.store.transaction(async (tx) => {
      const message = await tx.messages.find(task.accountId, task.subject);
      if (message) {
        await recordStatus(app, tx, message, { status });
      }
    });
  }
  await app.store.transaction((tx) => tx.outbox.finish([task.id]));
};
