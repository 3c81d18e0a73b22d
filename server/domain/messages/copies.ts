import { wholeIdOf } from '../../base/file-ids.ts';
import type { Tx } from '../../store/index.ts';
import type { ReceivedContent } from '../../store/messages/content.ts';
import type { StoredMessage } from '../../store/messages/messages.ts';
import { withoutItemsOf } from '../people/redact.ts';

/** Notes that another callback has a copy of a message, or erases the copy if the message was deleted. */
export async function noteRepeat(tx: Tx, message: StoredMessage, callbackId: string): Promise<void> {
  const content = message.content as ReceivedContent;
  if (content.deleted_at !== undefined) {
    await eraseCallbacks(tx, message, [callbackId]);
  } else if (!content.copies?.callbacks.includes(callbackId)) {
    const copies = withCopies(content, { events: [], callbacks: [callbackId] });
    await tx.messages.setContent(message, { ...content, copies } satisfies ReceivedContent);
  }
}

/** The IDs of the events and of the callbacks that contain a message. */
export type Copies = NonNullable<ReceivedContent['copies']>;

/** Returns the copies of a message together with more. */
export const withCopies = ({ copies }: ReceivedContent, more: Copies): Copies => ({
  events: [...(copies?.events ?? []), ...more.events],
  callbacks: [...(copies?.callbacks ?? []), ...more.callbacks],
});

/** Erases what callbacks contain about a message. */
export async function eraseCallbacks(tx: Tx, { externalId }: StoredMessage, ids: readonly string[]): Promise<void> {
  for (const { id, body } of await tx.callbacks.list(ids)) {
    await tx.callbacks.setBody(id, withoutItemsOf(body, externalId === null ? [] : [wholeIdOf(externalId)]) ?? body);
  }
}
