import type { App } from '../../app/app.ts';
import { webTopic } from '../../engine/drivers/signals.ts';
import type { StoredMessage } from '../../store/messages/messages.ts';

/** Notifies the visitor's open pages; call it after the commit. */
export function notifyVisitor(app: App, message: Pick<StoredMessage, 'channel' | 'connectionId' | 'person'>): void {
  if (message.channel === 'web') {
    app.store.signals.notify(webTopic(message.connectionId, message.person));
  }
}
