import type { Inbound } from '../../domain/receive-inbound.ts';
import type { MessageError, MessageStatus } from '../../store/messages.ts';
import { MICROSECONDS } from '../../time.ts';

/** One thing that a provider told us, on one of its numbers or pages. */
export type CallbackItem = { providerId: string } & (
  | { kind: 'inbound'; inbound: Inbound }
  /** What we know the place of, but cannot read. */
  | { kind: 'unreadable'; problem: string }
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
  contacts?: WhatsAppContact[];
  messages?: WhatsAppMessage[];
  statuses?: WhatsAppStatus[];
}

interface WhatsAppContact {
  wa_id?: string;
  profile?: { name?: string };
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

/** The objects of a list; whatever else came in its place is nothing. */
const objectsOf = <T extends object>(list: unknown): T[] =>
  Array.isArray(list) ? list.filter((one) => one !== null && typeof one === 'object') : [];

/**
 * Takes a provider's callback apart: `entry[]`, `changes[]`, `messages[]` and `statuses[]` are all lists. What we have no use
 * for is passed over, since Meta adds fields and kinds as it likes.
 */
export function readCallback(body: unknown): CallbackItem[] {
  const { object, entry } = (body ?? {}) as { object?: string; entry?: unknown };
  if (object !== 'whatsapp_business_account') {
    return [];
  }
  return objectsOf<{ changes?: unknown }>(entry).flatMap(({ changes }) =>
    objectsOf<{ field?: string; value?: WhatsAppValue }>(changes).flatMap(({ field, value }) =>
      field === 'messages' && value ? whatsAppItems(value) : [],
    ),
  );
}

function whatsAppItems(value: WhatsAppValue): CallbackItem[] {
  const providerId = String(value.metadata?.phone_number_id ?? '');
  const contacts = objectsOf<WhatsAppContact>(value.contacts);
  /** One bad item must not cost the others. */
  const readable = (read: () => CallbackItem[]): CallbackItem[] => {
    try {
      return read();
    } catch (error) {
      return [{ kind: 'unreadable', providerId, problem: (error as Error).message }];
    }
  };
  const inbound = objectsOf<WhatsAppMessage>(value.messages).flatMap((message) =>
    readable(() => [{ kind: 'inbound', providerId, inbound: whatsAppInbound(message, contacts) }]),
  );
  const statuses = objectsOf<WhatsAppStatus>(value.statuses).flatMap((status) =>
    readable(() => whatsAppStatus(providerId, status)),
  );
  return [...inbound, ...statuses];
}

function whatsAppStatus(providerId: string, status: WhatsAppStatus): CallbackItem[] {
  const known = STATUSES[status.status];
  if (!known) {
    return [];
  }
  return [
    {
      kind: 'status',
      providerId,
      externalId: requireId(status),
      ourId: status.biz_opaque_callback_data,
      status: known,
      error: known === 'failed' ? errorOf(status) : undefined,
    },
  ];
}

/** @throws when there is none */
function requireId({ id }: { id?: unknown }): string {
  if (typeof id !== 'string' || id === '') {
    throw new Error('an item has no id');
  }
  return id;
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

function whatsAppInbound(message: WhatsAppMessage, contacts: WhatsAppContact[]): Inbound {
  const externalId = requireId(message);
  const writtenAt = Number(message.timestamp) * MICROSECONDS.second;
  if (!Number.isSafeInteger(writtenAt)) {
    throw new Error(`the message ${externalId} has no time`);
  }
  const from = message.from ?? contacts[0]?.wa_id ?? '';
  const contact = contacts.find(({ wa_id }) => wa_id === from) ?? contacts[0];
  const reply = message.interactive?.button_reply ?? message.interactive?.list_reply;
  const button = message.button
    ? { payload: message.button.payload, title: message.button.text ?? null }
    : reply && { payload: reply.id, title: reply.title ?? null };
  const { location } = message;
  return {
    externalId,
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
    writtenAt,
  };
}

/** §3.1: a failure always has an error, also when the provider gives no reason. */
function errorOf(status: WhatsAppStatus): MessageError {
  const [error] = objectsOf<NonNullable<WhatsAppStatus['errors']>[number]>(status.errors);
  return {
    code: error?.code ?? 'unknown',
    title: error ? (error.title ?? null) : 'Failed',
    detail: error ? (error.error_data?.details ?? null) : 'The provider gave no reason.',
    provider_message: error?.message ?? null,
  };
}
