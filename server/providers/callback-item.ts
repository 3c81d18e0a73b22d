import type { Inbound } from '../domain/messages/inbound.ts';
import type { TemplateChange } from '../domain/templates/record-template.ts';
import type { MessageError, MessageStatus } from '../store/messages/messages.ts';

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

/** Reads one item; a fault in it stays with it. */
export function tryRead<T>(read: () => T): T | Error {
  try {
    return read();
  } catch (error) {
    return error as Error;
  }
}
