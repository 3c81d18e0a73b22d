import { MESSAGE_RETENTION_DAYS } from '@wigwag/openapi';
import { MICROSECONDS } from '../../base/time.ts';
import { ApiError } from '../../domain/api-error.ts';
import { checkMessageMedia } from '../../domain/messages/require-message.ts';
import { checkTemplateMedia } from '../../domain/messages/require-template.ts';
import type { Handlers } from '../operation.ts';
import { acceptIdempotent } from './accept-idempotent.ts';

export const messages = {
  /** §4.2 POST /messages */
  sendMessage: async (incoming) => {
    const { app, caller, body, idempotencyKey: key } = incoming;
    const sent = await acceptIdempotent(incoming, { operation: 'POST /messages', key, body }, body, () =>
      checkMessageMedia(app, caller, body),
    );
    return { status: 202, ...sent };
  },

  /** §4.2 POST /messages/template */
  sendTemplate: async (incoming) => {
    const { app, caller, body, idempotencyKey: key } = incoming;
    const sent = await acceptIdempotent(incoming, { operation: 'POST /messages/template', key, body }, body, () =>
      checkTemplateMedia(app, caller, body),
    );
    return { status: 202, ...sent };
  },

  /** §4.2 GET /messages/{id} */
  getMessage: async ({ app, caller, params }) => {
    const message = await app.store.read.messages.find(caller.account.id, params.id);
    if (!message || message.createdAt < app.monotonicNow() - MESSAGE_RETENTION_DAYS * MICROSECONDS.day) {
      throw new ApiError('MESSAGE_NOT_FOUND', { id: params.id }, { param: 'id' });
    }
    const { id, status, externalId, error, isTest, pricing } = message;
    const data = { id, status, external_id: externalId, error, test: isTest, ...(pricing && { pricing }) };
    return { status: 200, data };
  },
} satisfies Partial<Handlers>;
