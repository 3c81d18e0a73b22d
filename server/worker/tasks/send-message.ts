import { CONFIRM_SEND_MINUTES, SEND_RETRY_DELAYS_SECONDS } from '@wigwag/openapi';
import type { App } from '../../app.ts';
import { recordStatus } from '../../domain/record-status.ts';
import type { SendOutcome } from '../../outbound/providers/provider.ts';
import type { StoredMessage } from '../../store/messages.ts';
import type { OutboxTask } from '../../store/outbox.ts';
import { MICROSECONDS } from '../../time.ts';
import type { Task } from './task.ts';

/**
 * Hands a message to its provider, once. A send whose answer was lost, or over which a process died, is never repeated: it
 * waits for the callback that proves it, and fails visibly when none comes (`confirmSend`).
 */
export const sendMessage: Task = async (app, task) => {
  const message = await app.store.read.messages.find(task.accountId, task.subject);
  if (message?.status !== 'queued' || message.externalId !== null) {
    await app.store.transaction((tx) => tx.outbox.finish(task.id));
    return;
  }
  const outcome: SendOutcome = task.interrupted
    ? { kind: 'unknown', problem: 'the process ended while it was sending' }
    : await handOver(app, message);
  await settle(app, task, message, outcome);
};

async function handOver(app: App, message: StoredMessage): Promise<SendOutcome> {
  const connection = await app.store.read.connections.find(message.accountId, message.connectionId);
  const provider = app.outbound.providers[message.channel];
  if (!connection?.accessToken || !provider) {
    const detail = `the connection ${message.connectionId} has no provider behind it`;
    return {
      kind: 'rejected',
      error: { code: 'not_connected', title: 'Not connected', detail, provider_message: null },
    };
  }
  return provider.send(connection, app.vault.open(connection.accessToken), message);
}

async function settle(app: App, task: OutboxTask, message: StoredMessage, outcome: SendOutcome): Promise<void> {
  const { accountId, id } = message;
  await app.store.transaction(async (tx) => {
    switch (outcome.kind) {
      case 'accepted':
        await tx.messages.setExternalId(accountId, id, outcome.externalId);
        if (outcome.status === 'sent') {
          await recordStatus(app, tx, { ...message, externalId: outcome.externalId }, { status: 'sent' });
        }
        await tx.outbox.finish(task.id);
        return;
      case 'rejected':
        await recordStatus(app, tx, message, { status: 'failed', error: outcome.error });
        await tx.outbox.finish(task.id);
        return;
      case 'unavailable': {
        const delay = SEND_RETRY_DELAYS_SECONDS[task.attempts];
        if (delay === undefined) {
          await recordStatus(app, tx, message, { status: 'failed', error: outcome.error });
          await tx.outbox.finish(task.id);
        } else {
          await tx.outbox.runAgain(task.id, app.stamp() + delay * MICROSECONDS.second);
        }
        return;
      }
      case 'unknown':
        app.log.warn(
          { message: id, problem: outcome.problem },
          'the answer to a send was lost; waiting for its callback',
        );
        await tx.outbox.add(accountId, 'confirm-send', id, app.stamp() + CONFIRM_SEND_MINUTES * MICROSECONDS.minute);
        await tx.outbox.finish(task.id);
    }
  });
}

/** Ends a send that no callback has proved: it fails visibly, and is not sent again. */
export const confirmSend: Task = async (app, task) => {
  await app.store.transaction(async (tx) => {
    const message = await tx.messages.find(task.accountId, task.subject);
    if (message?.status === 'queued' && message.externalId === null) {
      await recordStatus(app, tx, message, {
        status: 'failed',
        error: {
          code: 'unconfirmed',
          title: 'Unconfirmed',
          detail: `The provider's answer was lost and no callback came within ${CONFIRM_SEND_MINUTES} minutes; the message may have arrived.`,
          provider_message: null,
        },
      });
    }
    await tx.outbox.finish(task.id);
  });
};
