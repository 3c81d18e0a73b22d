import type { Inbound } from '../../domain/receive-inbound.ts';
import type { MessageError, MessageStatus } from '../../store/messages.ts';
import { MICROSECONDS } from '../../time.ts';

/** One thing that a provider told us, on one of its numbers or pages. */
export type CallbackItem = { providerId: string } & (
  | { kind: 'inbound'; inbound: Inbound }
  | {
      kind: 'status';
      externalId: string;
      ourId: string | undefined;
      status: MessageStatus;
      error: MessageError | undefined;
    }
);

interface WhatsAppValue {
  metadata?: { phone_number_id?: string };
  contacts?: { wa_id?: string; profile?: { name?: string } }[];
  messages?: WhatsAppMessage[];
  statuses?: WhatsAppStatus[];
}

interface WhatsAppMessage {
  from?: string;
  id: string;
  timestamp: string;
  type: string;
  text?: { body?: string };
  location?: { latitude: number; longitude: number; name?: string; address?: string };
  button?: { payload: string; text?: string };
  interactive?: { button_reply?: { id: string; title?: string }; list_reply?: { id: string; title?: string } };
  context?: { id?: string };
}

interface WhatsAppStatus {
  id: string;
  status: string;
  biz_opaque_callback_data?: string;
  errors?: { code: number; title?: string; message?: string; error_data?: { details?: string } }[];
}

const STATUSES: Record<string, MessageStatus> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  played: 'read', // a voice message that was listened to
  failed: 'failed',
};

/**
 * Takes a provider's callback apart: `entry[]`, `changes[]`, `messages[]` and `statuses[]` are all lists. What we have no use
 * for is passed over, since Meta adds fields and kinds as it likes.
 */
export function readCallback(body: unknown): CallbackItem[] {
  const { object, entry } = body as {
    object?: string;
    entry?: { changes?: { field?: string; value?: WhatsAppValue }[] }[];
  };
  if (object !== 'whatsapp_business_account') {
    return [];
  }
  return (entry ?? []).flatMap(({ changes }) =>
    (changes ?? []).flatMap(({ field, value }) => (field === 'messages' && value ? whatsAppItems(value) : [])),
  );
}

function whatsAppItems(value: WhatsAppValue): CallbackItem[] {
  const providerId = value.metadata?.phone_number_id ?? '';
  const inbound = (value.messages ?? []).map((message) => ({
    kind: 'inbound' as const,
    providerId,
    inbound: whatsAppInbound(message, value.contacts ?? []),
  }));
  const statuses = (value.statuses ?? []).flatMap((status) => {
    const known = STATUSES[status.status];
    return known
      ? [
          {
            kind: 'status' as const,
            providerId,
            externalId: status.id,
            ourId: status.biz_opaque_callback_data,
            status: known,
            error: errorOf(status),
          },
        ]
      : [];
  });
  return [...inbound, ...statuses];
}

const TYPES_AS_THEY_ARE = [
  'text',
  'image',
  'video',
  'audio',
  'document',
  'location',
  'sticker',
  'reaction',
  'contacts',
];

function whatsAppInbound(message: WhatsAppMessage, contacts: NonNullable<WhatsAppValue['contacts']>): Inbound {
  const from = message.from ?? contacts[0]?.wa_id ?? '';
  const contact = contacts.find(({ wa_id }) => wa_id === from) ?? contacts[0];
  const reply = message.interactive?.button_reply ?? message.interactive?.list_reply;
  const button = message.button
    ? { payload: message.button.payload, title: message.button.text ?? null }
    : reply && { payload: reply.id, title: reply.title ?? null };
  const { location } = message;
  return {
    externalId: message.id,
    from: { id: from, name: contact?.profile?.name ?? null },
    type: button ? 'button' : TYPES_AS_THEY_ARE.includes(message.type) ? message.type : 'unsupported',
    text: message.text?.body ?? button?.title ?? null,
    button: button ?? null,
    location: location
      ? {
          latitude: location.latitude,
          longitude: location.longitude,
          name: location.name ?? null,
          address: location.address ?? null,
        }
      : null,
    replyTo: message.context?.id ?? null,
    writtenAt: Number(message.timestamp) * MICROSECONDS.second,
  };
}

function errorOf(status: WhatsAppStatus): MessageError | undefined {
  const [error] = status.errors ?? [];
  return (
    error && {
      code: error.code,
      title: error.title ?? null,
      detail: error.error_data?.details ?? null,
      provider_message: error.message ?? null,
    }
  );
}
