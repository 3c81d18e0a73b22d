import type { NumberKey } from '../../engine/drivers/dialect.ts';
import { rareEffect } from '../rules.ts';
import type { InboxChanges } from './conversation-list.ts';

export const conversationEffects = {
  changedConversations: rareEffect<NumberKey & InboxChanges>((tx, { accountId, id, ...changes }) =>
    tx.conversationList.update(accountId, id, changes),
  ),
};
