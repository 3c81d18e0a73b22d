import type { App } from '../../app.ts';
import { receiveInbound } from '../../domain/receive-inbound.ts';
import { recordStatus } from '../../domain/record-status.ts';
import { type CallbackItem, readCallback } from '../../outbound/providers/callback.ts';
import type { Task } from './task.ts';

/** Works through what a provider told us. Each item stands alone: a bad one never costs the others of its batch. */
export const processCallback: Task = async (app, task) => {
  const callback = await app.store.read.callbacks.find(task.subject);
  const problems: string[] = [];
  for (const item of callback ? readCallback(JSON.parse(callback.body)) : []) {
    try {
      await processItem(app, callback?.provider_app_id ?? '', item);
    } catch (error) {
      app.log.error({ callback: task.subject, error }, 'an item of a callback could not be processed');
      problems.push((error as Error).message);
    }
  }
  await app.store.transaction(async (tx) => {
    await tx.callbacks.finish(task.subject, problems.length > 0 ? problems.join('\n') : null);
    await tx.outbox.finish(task.id);
  });
};

async function processItem(app: App, providerAppId: string, item: CallbackItem): Promise<void> {
  await app.store.transaction(async (tx) => {
    const connection = await tx.connections.findByProvider(providerAppId, item.providerId);
    if (!connection) {
      throw new Error(`no connection has the provider id ${item.providerId}`);
    }
    if (item.kind === 'inbound') {
      await receiveInbound(app, tx, connection, item.inbound);
      return;
    }
    const message =
      (await tx.messages.findByExternalId(connection.accountId, connection.id, item.externalId)) ??
      (item.ourId === undefined ? undefined : await tx.messages.find(connection.accountId, item.ourId));
    if (!message) {
      throw new Error(`a status names the unknown message ${item.externalId}`);
    }
    await recordStatus(app, tx, message, {
      status: item.status,
      externalId: item.externalId,
      ...(item.error && { error: item.error }),
    });
  });
}
