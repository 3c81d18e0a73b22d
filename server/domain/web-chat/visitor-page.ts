import type { App } from '../../app/app.ts';
import { webTopic } from '../../store/drivers/signals.ts';
import type { Tx } from '../../store/index.ts';
import type { StoredMessage } from '../../store/messages/messages.ts';

type PageMessage = Pick<StoredMessage, 'accountId' | 'id' | 'channel' | 'conversationId'>;

/** Adds a web chat message to the visitor's page. Ignores messages on other channels. */
export async function showToVisitor(app: App, tx: Tx, message: PageMessage): Promise<void> {
  const { accountId, id, channel, conversationId } = message;
  if (channel === 'web' && conversationId !== null) {
    await tx.webChat.show(accountId, conversationId, id, app.monotonicNow());
  }
}

/** Notifies the visitor's open pages; call it after the commit. */
export function tellVisitor(app: App, message: Pick<StoredMessage, 'channel' | 'connectionId' | 'person'>): void {
  if (message.channel === 'web') {
    app.store.signals.notify(webTopic(message.connectionId, message.person));
  }
}
