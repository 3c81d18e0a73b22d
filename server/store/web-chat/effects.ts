import type { Key } from '../../engine/drivers/dialect.ts';
import { rareEffect } from '../rules.ts';

export const webChatEffects = {
  /** Messages that the visitor's page shows from now on, and when. */
  shown: rareEffect<Key & { at: number }>((tx, { accountId, id, at }) => tx.webChat.show(accountId, id, at)),
};
