import type { App } from '../../app.ts';
import { receiveInbound } from '../../domain/receive-inbound.ts';
import { recordStatus } from '../../domain/record-status.ts';
import { type CallbackItem, readCallback } from '../../outbound/providers/callback.ts';
import { MICROSECONDS } from '../../time.ts';
import type { Task } from './task.ts';

/** A status may come before the send it belongs to is recorded, so what did not fit is tried again. In seconds. */
const RETRY_DELAYS = [30, 120, 300];

/** Works through what a provider told us. Each item stands alone: a bad one never costs the others of its batch. */
export const processCallback: Task = async (app, task) => {
  const callback = await app.store.read.callbacks.find(task.subject);
  const problems: string[] = [];
  const attempt = async (step: () => Promise<void>) => {
    try {
      await step();
    } catch (error) {
      app.log.error({ callback: task.subject, error }, 'an item of a callback could not be processed');
      problems.push((error as Error).message);
    }
  };
  await attempt(async () => {
    for (const item of callback ? readCallback(JSON.parse(callback.body)) : []) {
      await attempt(() => processItem(app, callback?.provider_app_id ?? '', item));
    }
  });
  const delay = problems.length > 0 ? RETRY_DELAYS[task.attempts] : undefined;
  await app.store.transaction(async (tx) => {
    await tx.callbacks.finish(task.subject, problems.length > 0 ? problems.join('\n') : null);
    if (delay === undefined) {
      await tx.outbox.finish(task.id);
    } else {
      // What was processed before is not processed twice: a known message and a status that is not forward change nothing.
      await tx.outbox.runAgain(task.id, app.stamp() + delay * MICROSECONDS.second);
    }
  });
};

async function processItem(app: App, providerAppId: string, item: CallbackItem): Promise<void> {
  if (item.kind === 'unreadable') {
    throw new Error(item.problem);
  }
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
