import type { Key } from '../../engine/drivers/dialect.ts';
import { singleEffect } from '../rules.ts';

export const webChatEffects = {
  /** Messages that the visitor's page shows from now on, and when. */
  shown: singleEffect<Key & { at: number }>((tx, { accountId, id, at }) => tx.webChat.show(accountId, id, at)),
};
