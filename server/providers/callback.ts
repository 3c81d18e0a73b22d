import { type CallbackItem, objectsOf } from './callback-item.ts';
import { type PageEntry, pageItems } from './page/callback.ts';
import { type WhatsAppChange, whatsAppItems } from './whatsapp/callback.ts';

const HOLDS_ODD_CHARACTERS = /\\u(0000|d[89a-f])/i;

/**
 * The JSON of a callback. NUL and halves of characters, which some databases and receivers refuse, become U+FFFD, wherever
 * they stand, so that no message is lost over them.
 */
export const parseCallback = (body: string): unknown =>
  JSON.parse(body, HOLDS_ODD_CHARACTERS.test(body) ? (_, value) => cleaned(value) : undefined);

const cleaned = (value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\ufffd') : value;

/**
 * Takes a callback apart: `entry[]`, `changes[]`, `messaging[]`, `messages[]` and `statuses[]` are all lists. What we have no
 * use for is passed over, since Meta adds fields and kinds as it likes. An item that cannot be read becomes an `Error` in the
 * list and never costs the others.
 */
export function readCallback(body: unknown): (CallbackItem | Error)[] {
  const { object, entry } = (body ?? {}) as { object?: string; entry?: unknown };
  switch (object) {
    case 'whatsapp_business_account':
      return objectsOf<{ id?: unknown; changes?: unknown }>(entry).flatMap(({ id, changes }) =>
        objectsOf<WhatsAppChange>(changes).flatMap((change) => whatsAppItems(String(id ?? ''), change)),
      );
    case 'page':
    case 'instagram':
      return objectsOf<PageEntry>(entry).flatMap(pageItems);
    default:
      return [];
  }
}
