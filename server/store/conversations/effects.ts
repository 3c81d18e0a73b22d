import type { NumberKey } from '../../engine/drivers/dialect.ts';
import { singleEffect } from '../rules.ts';
import type { InboxChanges } from './conversation-list.ts';

export const conversationEffects = {
  changedConversations: singleEffect<NumberKey & InboxChanges>((tx, { accountId, id, ...changes }) =>
    tx.conversationList.update(accountId, id, changes),
  ),
};
