import type { Inbound } from '../../domain/messages/inbound.ts';
import type { MessageError, MessageStatus } from '../../store/messages/messages.ts';
import { MICROSECONDS } from '../../time.ts';
import { type CallbackItem, objectsOf, requireId, requireTime, tryRead } from '../callback-item.ts';

/** One change of an entry (Meta, "Webhooks overview"). */
export interface WhatsAppChange {
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

/** `message_template_status_update`. */
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
  played: 'read', // a voice message that was listened to
  failed: 'failed',
};

/** What one change tells; `wabaId` is the entry's id. */
export function whatsAppItems(wabaId: string, { field, value }: WhatsAppChange): (CallbackItem | Error)[] {
  if (!value) {
    return [];
  }
  if (field === 'message_template_status_update') {
    return [{ kind: 'template', wabaId, change: templateChange(value) }];
  }
  if (field !== 'messages') {
    return [];
  }
  const providerIds = [String(value.metadata?.phone_number_id ?? '')];
  const contacts = objectsOf<WhatsAppContact>(value.contacts);
  const inbound = objectsOf<WhatsAppMessage>(value.messages).map((message) =>
    tryRead((): CallbackItem => ({ kind: 'inbound', providerIds, inbound: inboundOf(message, contacts) })),
  );
  const statuses = objectsOf<WhatsAppStatus>(value.statuses).flatMap((status) => {
    const known = STATUSES[status.status];
    return known ? [tryRead(() => statusItem(providerIds, status, known))] : [];
  });
  return [...inbound, ...statuses];
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

function templateChange(value: TemplateValue) {
  const { title, description } = value.other_info ?? {};
  const reason = value.reason && value.reason !== 'NONE' ? value.reason : undefined;
  return {
    name: value.message_template_name ?? '',
    // The page writes en-US, live events en_US.
    language: (value.message_template_language ?? '').replace('-', '_'),
    event: value.event ?? '',
    reason: value.rejection_info?.reason ?? description ?? title ?? reason,
  };
}

const MEDIA_TYPES = ['image', 'video', 'audio', 'document', 'sticker'] as const;
const OTHER_TYPES = ['text', 'location', 'reaction', 'contacts'];

function inboundOf(message: WhatsAppMessage, contacts: readonly WhatsAppContact[]): Inbound {
  const from = message.from ?? message.from_user_id ?? contacts[0]?.wa_id ?? contacts[0]?.user_id;
  if (!from) {
    throw new Error('an inbound message does not name its sender');
  }
  const contact = contacts.find(({ wa_id, user_id }) => wa_id === from || user_id === from) ?? contacts[0];
  const mediaType = MEDIA_TYPES.find((type) => type === message.type);
  const media = mediaType && message[mediaType];
  const reply = message.interactive?.button_reply ?? message.interactive?.list_reply;
  const button = message.button
    ? { payload: String(message.button.payload), title: message.button.text ?? null }
    : reply && { payload: String(reply.id), title: reply.title ?? null };
  return {
    externalId: requireId(message.id),
    from: { id: String(from), name: contact?.profile?.name === undefined ? null : String(contact.profile.name) },
    type: button ? 'button' : mediaType || OTHER_TYPES.includes(message.type) ? message.type : 'unsupported',
    text: message.text?.body ?? button?.title ?? media?.caption ?? message.reaction?.emoji ?? null,
    media: media ? { url: media.url ?? '', mime_type: String(media.mime_type ?? 'application/octet-stream') } : null,
    mediaId: media?.id,
    button: button ?? null,
    location: locationOf(message),
    replyTo: message.context?.id ?? message.reaction?.message_id ?? null,
    writtenAt: requireTime(message.timestamp, MICROSECONDS.second),
  };
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

/** §3.1: a failure always has an error, also when the provider gives no reason. */
function errorOf(status: WhatsAppStatus): MessageError {
  const [error] = objectsOf<WhatsAppError>(status.errors);
  return {
    code: error?.code ?? 'unknown',
    title: error ? (error.title ?? null) : 'Failed',
    detail: error ? (error.error_data?.details ?? null) : 'The provider gave no reason.',
    provider_message: error?.message ?? null,
  };
}
