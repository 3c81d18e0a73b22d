import { adminDocument, type Channel, MESSAGE_RETENTION_DAYS } from '@wigwag/openapi';
import { isoOf, MICROSECONDS } from '../../base/time.ts';
import { requireAccount } from '../accounts.ts';
import { invalidField } from '../admin-error.ts';
import type { OperationHandlers } from './types.ts';

const { 'x-scanned': scanned, 'x-limit': limit } = adminDocument.components.schemas.FoundMessages;

/** Search over messages. */
export const messageOperations: OperationHandlers<'searchMessages'> = {
  searchMessages: async (app, { account, text, next }) => {
    const accountId = await requireAccount(app, account);
    const since = app.now() - MESSAGE_RETENTION_DAYS * MICROSECONDS.day;
    if (next !== undefined && !/^\d{1,17}$/.test(next)) {
      throw invalidField('next', 'must be the `next` of the previous call');
    }
    // Includes messages of this moment.
    const before = next === undefined ? app.now() + MICROSECONDS.day : Number(next);
    const result = await app.store.readList((read) =>
      read.messageSearch.find(accountId, { text, before, since, scanned, limit }),
    );
    return {
      messages: result.found.map((one) => ({
        id: one.id,
        phone: one.person,
        name: one.name,
        channel: one.channel as Channel,
        connection_id: one.connectionId,
        direction: one.direction,
        text: one.text,
        at: isoOf(one.createdAt),
      })),
      searched_until: isoOf(result.next ?? since),
      next: result.next === undefined ? null : String(result.next),
    };
  },
};
