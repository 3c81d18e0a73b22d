import { MESSAGE_RETENTION_DAYS } from '@wigwag/openapi';
import { ApiError } from '../../domain/api-error.ts';
import { isRepeat, type Once, once } from '../../domain/idempotency.ts';
import { checkMessageMedia, sendMessage } from '../../domain/send-message.ts';
import { checkTemplateMedia, sendTemplate } from '../../domain/send-template.ts';
import type { Tx } from '../../store/index.ts';
import { MICROSECONDS } from '../../time.ts';
import type { Handlers, Incoming } from '../operation.ts';

/**
 * Runs a send in one transaction, once per Idempotency-Key, and wakes the worker when it is durable. What asks the network is
 * done by `check`, before the transaction and not for a repeated request.
 */
async function acceptOnce<T>(
  incoming: Incoming<'sendMessage'> | Incoming<'sendTemplate'>,
  operation: string,
  run: (tx: Tx) => Promise<T>,
  check: () => Promise<void>,
): Promise<Once<T>> {
  const { app, caller, idempotencyKey, body, requestId } = incoming;
  const request = { caller, operation, key: idempotencyKey, body, requestId, now: app.stamp() };
  if (!(await isRepeat(app.store.read, request))) {
    await check();
  }
  const result = await app.store.transaction((tx) => once(tx, request, () => run(tx)));
  app.wake();
  return result;
}

export const messages = {
  /** §4.2 POST /messages */
  sendMessage: async (incoming) => {
    const { app, caller, body } = incoming;
    const sent = await acceptOnce(
      incoming,
      'POST /messages',
      (tx) => sendMessage(app, tx, caller, body),
      () => checkMessageMedia(app, caller, body),
    );
    return { status: 202, ...sent };
  },

  /** §4.2 POST /messages/template */
  sendTemplate: async (incoming) => {
    const { app, caller, body } = incoming;
    const sent = await acceptOnce(
      incoming,
      'POST /messages/template',
      (tx) => sendTemplate(app, tx, caller, body),
      () => checkTemplateMedia(app, caller, body),
    );
    return { status: 202, ...sent };
  },

  /** §4.2 GET /messages/{id} */
  getMessage: async ({ app, caller, params }) => {
    const message = await app.store.read.messages.find(caller.account.id, params.id);
    if (!message || message.createdAt < app.stamp() - MESSAGE_RETENTION_DAYS * MICROSECONDS.day) {
      throw new ApiError('MESSAGE_NOT_FOUND', { id: params.id }, { param: 'id' });
    }
    const { id, status, externalId, error, isTest } = message;
    return { status: 200, data: { id, status, external_id: externalId, error, test: isTest } };
  },
} satisfies Partial<Handlers>;
