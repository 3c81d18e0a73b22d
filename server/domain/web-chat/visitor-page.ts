import type { App } from '../../app.ts';
import { webTopic } from '../../store/drivers/signals.ts';
import type { Tx } from '../../store/index.ts';
import type { StoredMessage } from '../../store/messages/messages.ts';

type PageMessage = Pick<StoredMessage, 'accountId' | 'id' | 'channel' | 'conversationId'>;

/** Puts a message of web chat onto the visitor's page; messages of other channels have none. */
export async function showToVisitor(app: App, tx: Tx, message: PageMessage): Promise<void> {
  const { accountId, id, channel, conversationId } = message;
  if (channel === 'web' && conversationId !== null) {
    await tx.webChat.show(accountId, conversationId, id, app.monotonicNow());
  }
}

/** Wakes the visitor's open pages, after the commit. */
export function tellVisitor(app: App, message: Pick<StoredMessage, 'channel' | 'connectionId' | 'person'>): void {
  if (message.channel === 'web') {
    app.store.signals.notify(webTopic(message.connectionId, message.person));
  }
}
