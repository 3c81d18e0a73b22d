import { effectKind } from '../batching/effect-kind.ts';
import type { Key } from '../drivers/dialect.ts';

export const webChatEffects = {
  /** Messages that the visitor's page shows from now on, and when. */
  shown: effectKind<Key & { conversationId: number; at: number }>({
    async write(tx, shown) {
      for (const { accountId, conversationId, id, at } of shown) {
        await tx.webChat.show(accountId, conversationId, id, at);
      }
    },
    isLast: true,
  }),
};
