import type { MessageError, MessageStatus } from '../../store/messages/messages.ts';
import { MICROSECONDS } from '../../time.ts';
import {
  type CallbackItem,
  type Inbound,
  objectsOf,
  readEach,
  requireId,
  requireTime,
  type TemplateChange,
  Unreadable,
} from '../callback.ts';
import { readEntries } from '../meta/callback.ts';
import { statusOf } from './templates.ts';

/** One entry: the events of a WhatsApp business account (Meta, "Webhooks overview"). */
interface Entry {
  id?: unknown;
  changes?: unknown;
}

interface Change {
  field?: string;
  value?: MessagesValue & TemplateValue;
}

interface MessagesValue {
  metadata?: { phone_number_id?: string };
  contacts?: unknown;
  messages?: unknown;
  statuses?: unknown;
}

interface WhatsAppContact {
  wa_id?: string;
  user_id?: string;
  profile?: { name?: string };
}

interface WhatsAppMedia {
  id: string;
  mime_type: string;
  caption?: string;
  filename?: string;
  url?: string;
}

interface WhatsAppMessage {
  from?: string;
  from_user_id?: string;
  id: string;
  timestamp: string;
  type: string;
  text?: { body?: string };
  image?: WhatsAppMedia;
  video?: WhatsAppMedia;
  audio?: WhatsAppMedia;
  document?: WhatsAppMedia;
  sticker?: WhatsAppMedia;
  location?: { latitude: number; longitude: number; name?: string; address?: string };
  reaction?: { message_id?: string; emoji?: string };
  button?: { payload: string; text?: string };
  interactive?: { button_reply?: { id: string; title?: string }; list_reply?: { id: string; title?: string } };
  context?: { id?: string };
}

interface WhatsAppStatus {
  id: string;
  status: string;
  biz_opaque_callback_data?: string;
  errors?: unknown;
}

interface WhatsAppError {
  code?: number;
  title?: string;
  message?: string;
  error_data?: { details?: string };
}

/** The value of `message_template_status_update`. */
interface TemplateValue {
  event?: string;
  message_template_name?: string;
  message_template_language?: string;
  reason?: string | null;
  rejection_info?: { reason?: string };
  other_info?: { title?: string; description?: string };
}

const STATUSES: Record<string, MessageStatus> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  played: 'read', // a voice message that the person played
  failed: 'failed',
};

/** Yields the items of a callback for WhatsApp. */
export const readWhatsAppCallback = (callback: unknown): Iterable<CallbackItem | Unreadable> =>
  readEntries<Entry>(callback, 'whatsapp_business_account', ({ id, changes }) =>
    readEach<Change, CallbackItem | Unreadable>(changes, (change) => readChange(String(id ?? ''), change)),
  );

function* readChange(wabaId: string, { field, value }: Change): Generator<CallbackItem | Unreadable> {
  if (value && field === 'message_template_status_update') {
    yield { kind: 'template', wabaId, change: templateChange(value) };
  }
  if (value && field === 'messages') {
    yield* readMessages(value);
  }
}

function* readMessages({
  metadata,
  contacts,
  messages,
  statuses,
}: MessagesValue): Generator<CallbackItem | Unreadable> {
  const providerIds = [String(metadata?.phone_number_id ?? '')];
  const senders = objectsOf<WhatsAppContact>(contacts);
  yield* readEach<WhatsAppMessage, CallbackItem>(messages, function* (message) {
    yield { kind: 'inbound', providerIds, inbound: inboundOf(message, senders) };
  });
  yield* readEach<WhatsAppStatus, CallbackItem>(statuses, function* (status) {
    const known = STATUSES[status.status];
    if (known) {
      yield statusItem(providerIds, status, known);
    }
  });
}

function statusItem(providerIds: string[], status: WhatsAppStatus, known: MessageStatus): CallbackItem {
  return {
    kind: 'status',
    providerIds,
    externalId: requireId(status.id),
    tag: status.biz_opaque_callback_data,
    status: known,
    error: known === 'failed' ? errorOf(status) : undefined,
  };
}

function templateChange(value: TemplateValue): TemplateChange {
  const event = value.event ?? '';
  const status = statusOf(event);
  return {
    name: value.message_template_name ?? '',
    // Meta's documentation shows en-US, but live events contain en_US.
    language: (value.message_template_language ?? '').replace('-', '_'),
    status,
    rejectionReason: status === 'REJECTED' ? (reasonOf(value) ?? event) : null,
  };
}

function reasonOf({ reason, rejection_info: info, other_info: other }: TemplateValue): string | undefined {
  const code = reason && reason !== 'NONE' ? reason : undefined;
  return info?.reason ?? other?.description ?? other?.title ?? code;
}

function inboundOf(message: WhatsAppMessage, contacts: readonly WhatsAppContact[]): Inbound {
  const media = mediaOf(message);
  const button = buttonOf(message);
  return {
    externalId: requireId(message.id),
    from: senderOf(message, contacts),
    type: button ? 'button' : KNOWN_TYPES.includes(message.type) ? message.type : 'unsupported',
    text: message.text?.body ?? button?.title ?? media?.caption ?? message.reaction?.emoji ?? null,
    media: media ? { url: media.url ?? '', mime_type: String(media.mime_type ?? 'application/octet-stream') } : null,
    mediaId: media?.id,
    button,
    location: locationOf(message),
    replyTo: message.context?.id ?? message.reaction?.message_id ?? null,
    writtenAt: requireTime(message.timestamp, MICROSECONDS.second),
  };
}

const MEDIA_TYPES = ['image', 'video', 'audio', 'document', 'sticker'] as const;
const KNOWN_TYPES: readonly string[] = [...MEDIA_TYPES, 'text', 'location', 'reaction', 'contacts'];

function senderOf(message: WhatsAppMessage, contacts: readonly WhatsAppContact[]): Inbound['from'] {
  const [first] = contacts;
  const id = message.from ?? message.from_user_id ?? first?.wa_id ?? first?.user_id;
  if (!id) {
    throw new Unreadable('an inbound message does not name its sender');
  }
  const contact = contacts.find(({ wa_id, user_id }) => wa_id === id || user_id === id) ?? first;
  const name = contact?.profile?.name;
  return { id: String(id), name: name === undefined ? null : String(name) };
}

function mediaOf(message: WhatsAppMessage): WhatsAppMedia | undefined {
  const type = MEDIA_TYPES.find((one) => one === message.type);
  return type && message[type];
}

/** Returns the pressed button of a template or of an interactive message. */
function buttonOf({ button, interactive }: WhatsAppMessage): Inbound['button'] {
  if (button) {
    return { payload: String(button.payload), title: button.text ?? null };
  }
  const reply = interactive?.button_reply ?? interactive?.list_reply;
  return reply ? { payload: String(reply.id), title: reply.title ?? null } : null;
}

function locationOf({ location }: WhatsAppMessage): Inbound['location'] {
  return location && Number.isFinite(Number(location.latitude)) && Number.isFinite(Number(location.longitude))
    ? {
        latitude: Number(location.latitude),
        longitude: Number(location.longitude),
        name: location.name ?? null,
        address: location.address ?? null,
      }
    : null;
}

/** Returns the error of a failed message. There is always one, even if the provider gives no reason (§3.1). */
function errorOf(status: WhatsAppStatus): MessageError {
  const [error] = objectsOf<WhatsAppError>(status.errors);
  return {
    code: error?.code ?? 'unknown',
    title: error ? (error.title ?? null) : 'Failed',
    detail: error ? (error.error_data?.details ?? null) : 'The provider gave no reason.',
    provider_message: error?.message ?? null,
  };
}
