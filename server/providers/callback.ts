import type { Inbound } from '../domain/messages/receive-inbound.ts';
import type { TemplateChange } from '../domain/templates/record-template.ts';
import type { MessageError, MessageStatus } from '../store/messages/messages.ts';
import { type PageEntry, pageItems } from './page/callback.ts';
import { type WhatsAppChange, whatsAppItems } from './whatsapp/callback.ts';

/** One thing that a provider told us. `providerIds` are the names it may know our number, page or account by. */
export type CallbackItem =
  | { kind: 'inbound'; providerIds: string[]; inbound: Inbound }
  /** What became of one send, named by the provider's id and, where it came back, by our own. */
  | {
      kind: 'status';
      providerIds: string[];
      externalId: string;
      tag: string | undefined;
      status: MessageStatus;
      error: MessageError | undefined;
    }
  /** Everything sent to a person up to a moment (microseconds) has come this far. */
  | { kind: 'watermark'; providerIds: string[]; person: string; watermark: number; status: MessageStatus }
  | { kind: 'template'; wabaId: string; change: TemplateChange };

const HOLDS_ODD_CHARACTERS = /\\u(0000|d[89a-f])/i;

/**
 * The JSON of a callback. NUL and halves of characters, which some databases and receivers refuse, become U+FFFD, wherever
 * they stand, so that no message is lost over them.
 */
export const parseCallback = (body: string): unknown =>
  JSON.parse(body, HOLDS_ODD_CHARACTERS.test(body) ? (_, value) => cleaned(value) : undefined);

const cleaned = (value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\ufffd') : value;

/** The objects of a list; whatever else came in its place is nothing. */
export const objectsOf = <T extends object>(list: unknown): T[] =>
  Array.isArray(list) ? list.filter((one) => one !== null && typeof one === 'object') : [];

/** @throws when there is none */
export function requireId(id: unknown): string {
  if (typeof id !== 'string' || id === '') {
    throw new Error('an item has no id');
  }
  return id;
}

/** Microseconds since the epoch. @throws when it is no time at all */
export function requireTime(value: unknown, microseconds: number): number {
  const time = Number(value) * microseconds;
  if (!Number.isSafeInteger(time) || time <= 0) {
    throw new Error(`an item has no time: ${String(value)}`);
  }
  return time;
}

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

/** Reads one item; a fault in it stays with it. */
export function tryRead<T>(read: () => T): T | Error {
  try {
    return read();
  } catch (error) {
    return error as Error;
  }
}
