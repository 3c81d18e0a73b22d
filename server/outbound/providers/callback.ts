import type { Inbound } from '../../domain/receive-inbound.ts';
import type { TemplateChange } from '../../domain/record-template.ts';
import type { MessageError, MessageStatus } from '../../store/messages.ts';
import { instagramItems, messengerItems, type PageEntry } from './page-callback.ts';
import { type WhatsAppChange, whatsAppItems } from './whatsapp-callback.ts';

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

interface Body {
  object?: string;
  entry?: (PageEntry & { changes?: WhatsAppChange[] })[];
}

/**
 * Takes a callback apart: `entry[]`, `changes[]`, `messaging[]`, `messages[]` and `statuses[]` are all lists. What we have no
 * use for is passed over, since Meta adds fields and kinds as it likes. An item that cannot be read becomes an `Error` in the
 * list and never costs the others.
 */
export function readCallback(body: unknown): (CallbackItem | Error)[] {
  const { object, entry = [] } = body as Body;
  switch (object) {
    case 'whatsapp_business_account':
      return entry.flatMap((one) => (one.changes ?? []).flatMap((change) => whatsAppItems(one.id ?? '', change)));
    case 'page':
      return entry.flatMap(messengerItems);
    case 'instagram':
      return entry.flatMap(instagramItems);
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
