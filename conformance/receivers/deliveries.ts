import { randomInt, randomUUID } from 'node:crypto';

/** A delivery: where it differs from a first attempt of `message.received`, signed now. */
export interface Delivery {
  event?: string;
  id?: string;
  data?: unknown;
  attempt?: number;
  /** Seconds between the signature and now. */
  age?: number;
  /** Seconds between the event and now. @default 0 */
  eventAge?: number;
  /** Changes the body after it is signed. */
  spoil?: (raw: string) => string;
  /** Signs instead of the receiver's secret. */
  secret?: string;
  /** Changes the signature. Without one, the delivery has no such header. */
  spoilSignature?: (signature: string) => string | undefined;
  /** Serializes the JSON. Receivers must verify the raw bytes, not reserialized JSON. */
  write?: (value: unknown) => string;
  contentType?: string;
  /** Formats header names. The request then arrives in pieces. */
  headerName?: (name: string) => string;
}

/** §8: the length of a text on whatsapp. Each of these characters takes four bytes. */
const LONG_TEXT = '🍵'.repeat(4096);

/** Returns the ID of a new delivery. */
export const newId = (): string => `whd_${randomUUID()}`;

/** Returns the data of a customer's text. */
export const inbound = (text: string, at = Date.now()) => ({
  message: {
    id: `msg_in_${at}${Math.floor(Math.random() * 1e6)}`,
    external_id: `wamid.${randomUUID()}`,
    channel: 'whatsapp',
    connection_id: 'wa_1',
    from: { id: '905551112233', name: 'Ada' },
    type: 'text',
    text,
    received_at: new Date(at).toISOString(),
  },
});

/** Returns a delivery of a message with other fields. */
export const received = (more: Record<string, unknown>) => ({
  event: 'message.received',
  data: { message: { ...inbound('Hello').message, ...more } },
});

/** Returns a delivery of a status of a message. */
export const reported = (id: string, status: string, more: Record<string, unknown> = {}) => ({
  event: 'message.status',
  data: {
    message: {
      id,
      external_id: 'wamid.grade',
      channel: 'whatsapp',
      to: '905551112233',
      status,
      error: null,
      occurred_at: new Date().toISOString(),
      ...more,
    },
  },
});

/** Returns a delivery of a template's status. */
export const templateStatus = (language: string, category: string, status: string, reason: string | null) => ({
  event: 'template.status',
  data: { template: { name: 'hello', language, category, status, rejection_reason: reason } },
});

/** Returns the time now in another time zone. */
const inOffset = (hours: number, rest: string): string =>
  new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 19) + rest;
const FAILURE = { code: 131026, title: 'Message undeliverable', detail: 'Not on WhatsApp', provider_message: 'Failed' };

/** Returns a delivery for each form of content (§6). */
export function kinds(): Delivery[] {
  const next = () => `msg_${Date.now()}${randomInt(1e6)}`;
  return [
    received({ type: 'image', text: null, media: { url: 'https://files.example/a.jpg', mime_type: 'image/jpeg' } }),
    received({ type: 'audio', text: undefined, media: { url: 'https://files.example/a.ogg', mime_type: 'audio/ogg' } }),
    received({ type: 'location', text: null }),
    received({ type: 'button', text: null, button: { payload: 'yes', title: 'Yes' } }),
    received({ reply_to: 'wamid.quoted' }),
    // Further types: §6 lists only some.
    received({ type: 'something_new', text: undefined }),
    received({ text: LONG_TEXT, from: { id: '905551112233', name: 'Ayşe 🍵' } }),
    received({ channel: 'instagram', connection_id: 'ig_1', from: { id: '17841400000000001', name: 'Ada' } }),
    received({ channel: 'web', connection_id: 'web_1', from: { id: 'web_1f', name: 'Ada' } }),
    // §1: a time has any UTC offset.
    received({ received_at: inOffset(3, '+03:00') }),
    reported(next(), 'delivered', { occurred_at: inOffset(-7, '.123456-07:00') }),
    reported(next(), 'read', { test: true }),
    reported(next(), 'failed', { error: FAILURE }),
    reported(next(), 'sent', { channel: 'messenger', to: '24680000000001' }),
    templateStatus('tr', 'MARKETING', 'REJECTED', 'INVALID_FORMAT'),
  ];
}
