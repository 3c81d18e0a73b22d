import { currentForm, shownNumber } from '../../phone-form.ts';
import { hashOf } from '../../secrets.ts';
import type { MessageError, MessageStatus } from '../../store/messages/messages.ts';
import { MICROSECONDS } from '../../time.ts';
import { isParentId, isUserId } from '../../user-id.ts';
import {
  type CallbackItem,
  type Inbound,
  objectsOf,
  readEach,
  requireId,
  requireTime,
  type Sighting,
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
  value?: MessagesValue & TemplateValue & { user_id_update?: unknown };
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
  parent_user_id?: string;
  profile?: { name?: string; username?: string };
}

interface WhatsAppMedia {
  id: string;
  mime_type: string;
  caption?: string;
  filename?: string;
  url?: string;
}

interface ContactCard {
  /** `contact_request` if the sender shares their number at our request. */
  origin?: string;
  phones?: unknown;
}

/** A user ID that replaced another one. */
interface UserIdUpdate {
  wa_id?: string;
  user_id?: { previous?: string; current?: string };
  parent_user_id?: { previous?: string; current?: string };
  timestamp?: string;
}

interface WhatsAppMessage {
  from?: string;
  from_user_id?: string;
  from_parent_user_id?: string;
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
  contacts?: unknown;
  system?: {
    type?: string;
    wa_id?: string;
    new_wa_id?: string;
    user_id?: string;
    parent_user_id?: string;
    previous_user_id?: string;
    previous_parent_user_id?: string;
  };
}

interface WhatsAppStatus {
  id: string;
  status: string;
  timestamp?: string;
  recipient_id?: string;
  /** `group` if the message went to a group; `recipient_id` is then the group's ID. */
  recipient_type?: string;
  recipient_user_id?: string;
  recipient_parent_user_id?: string;
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
  if (value && field === 'user_id_update') {
    const providerIds = providerIdsOf(value);
    yield* readEach<UserIdUpdate, CallbackItem>(value.user_id_update, function* (update) {
      yield { kind: 'identity', providerIds, sighting: updateSighting(update), digest: digestOf(update) };
    });
  }
}

/** Returns a hash of an item. The item contains IDs that are too random to be found from the hash. */
const digestOf = (item: object): string => hashOf(JSON.stringify(item));

const providerIdsOf = ({ metadata }: MessagesValue): string[] => [String(metadata?.phone_number_id ?? '')];

function* readMessages(value: MessagesValue): Generator<CallbackItem | Unreadable> {
  const { contacts, messages, statuses } = value;
  const providerIds = providerIdsOf(value);
  const senders = objectsOf<WhatsAppContact>(contacts);
  yield* readEach<WhatsAppMessage, CallbackItem>(messages, function* (message) {
    const change = changeSighting(message);
    yield change
      ? { kind: 'identity', providerIds, sighting: change, digest: digestOf(message) }
      : { kind: 'inbound', providerIds, inbound: inboundOf(message, senders) };
  });
  yield* readEach<WhatsAppStatus, CallbackItem>(statuses, function* (status) {
    const known = STATUSES[status.status];
    if (known) {
      yield statusItem(providerIds, status, known, senders);
    }
  });
}

function statusItem(
  providerIds: string[],
  status: WhatsAppStatus,
  known: MessageStatus,
  contacts: readonly WhatsAppContact[],
): CallbackItem {
  return {
    kind: 'status',
    providerIds,
    externalId: requireId(status.id),
    tag: status.biz_opaque_callback_data,
    status: known,
    error: known === 'failed' ? errorOf(status) : undefined,
    sighting: recipientSighting(status, contacts),
    recipient: status.recipient_type === 'group' ? undefined : shownNumber(status.recipient_id),
  };
}

const userIdOf = (value: unknown): string | undefined =>
  typeof value === 'string' && isUserId(value) && !isParentId(value) ? value : undefined;
const parentIdOf = (value: unknown): string | undefined =>
  typeof value === 'string' && isParentId(value) ? value : undefined;
const phoneOf = (value: unknown): string | undefined =>
  /^\d+$/.test(String(value)) ? currentForm(String(value)) : undefined;
const usernameOf = (contact: WhatsAppContact | undefined): string | undefined =>
  contact?.profile?.username === undefined ? undefined : String(contact.profile.username);

/** Returns the identifiers of a status's recipient. A username is shown only with some statuses. */
function recipientSighting(status: WhatsAppStatus, contacts: readonly WhatsAppContact[]): Sighting | undefined {
  const userId = userIdOf(status.recipient_user_id);
  const at = Number(status.timestamp) * MICROSECONDS.second;
  if (userId === undefined || !Number.isSafeInteger(at)) {
    return undefined;
  }
  const contact = contacts.find(({ user_id }) => user_id === userId);
  return {
    userId,
    phone: phoneOf(status.recipient_id),
    parentUserId: parentIdOf(status.recipient_parent_user_id ?? contact?.parent_user_id),
    username: usernameOf(contact),
    at,
  };
}

/** Returns the identifiers of a message's sender. A message always shows the username if there is one. */
function senderSighting(
  message: WhatsAppMessage,
  contact: WhatsAppContact | undefined,
  at: number,
): Sighting | undefined {
  const userId = userIdOf(message.from_user_id ?? contact?.user_id);
  const isOther = contact?.user_id !== undefined && contact.user_id !== userId;
  return userId === undefined || isOther
    ? undefined
    : {
        userId,
        phone: phoneOf(message.from ?? contact?.wa_id) ?? sharedPhone(message),
        parentUserId: parentIdOf(message.from_parent_user_id ?? contact?.parent_user_id),
        username: contact ? (usernameOf(contact) ?? null) : undefined,
        at,
      };
}

/** Returns the number that the sender shares at our request (Meta, "Request contact information"). */
function sharedPhone({ type, contacts }: WhatsAppMessage): string | undefined {
  const cards = type === 'contacts' ? objectsOf<ContactCard>(contacts) : [];
  const [phone] = objectsOf<{ wa_id?: string }>(cards.find(({ origin }) => origin === 'contact_request')?.phones);
  return phoneOf(phone?.wa_id);
}

/** The system messages that report another number or another user ID (Meta, "System messages webhook reference"). */
const CHANGES: readonly unknown[] = ['user_changed_number', 'user_changed_user_id', 'customer_changed_number'];

/** Returns the new and the previous identifiers that a system message reports; undefined for any other message. */
function changeSighting(message: WhatsAppMessage): Sighting | undefined {
  const { type, system, from, from_user_id, from_parent_user_id, timestamp } = message;
  if (type !== 'system' || !system || !CHANGES.includes(system.type)) {
    return undefined;
  }
  const phone = phoneOf(system.wa_id ?? system.new_wa_id);
  const previousUserId = userIdOf(system.previous_user_id);
  return {
    // The sender may be named by the previous or by the new ID.
    userId: userIdOf(system.user_id) ?? userIdOf(from_user_id),
    parentUserId: parentIdOf(system.parent_user_id) ?? parentIdOf(from_parent_user_id),
    phone,
    previous: {
      userId: previousUserId ?? (system.user_id === undefined ? undefined : userIdOf(from_user_id)),
      parentUserId: parentIdOf(system.previous_parent_user_id),
      phone: phone === undefined ? undefined : phoneOf(from),
    },
    at: requireTime(timestamp, MICROSECONDS.second),
  };
}

function updateSighting({ wa_id, user_id, parent_user_id, timestamp }: UserIdUpdate): Sighting {
  return {
    userId: requireId(userIdOf(user_id?.current)),
    parentUserId: parentIdOf(parent_user_id?.current),
    phone: phoneOf(wa_id),
    previous: { userId: userIdOf(user_id?.previous), parentUserId: parentIdOf(parent_user_id?.previous) },
    at: requireTime(timestamp, MICROSECONDS.second),
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
  const writtenAt = requireTime(message.timestamp, MICROSECONDS.second);
  const { from, contact } = senderOf(message, contacts);
  return {
    externalId: requireId(message.id),
    from,
    sighting: senderSighting(message, contact, writtenAt),
    type: button ? 'button' : KNOWN_TYPES.includes(message.type) ? message.type : 'unsupported',
    text: message.text?.body ?? button?.title ?? media?.caption ?? message.reaction?.emoji ?? null,
    media: media ? { url: media.url ?? '', mime_type: String(media.mime_type ?? 'application/octet-stream') } : null,
    mediaId: media?.id,
    button,
    location: locationOf(message),
    replyTo: message.context?.id ?? message.reaction?.message_id ?? null,
    writtenAt,
  };
}

const MEDIA_TYPES = ['image', 'video', 'audio', 'document', 'sticker'] as const;
const KNOWN_TYPES: readonly string[] = [...MEDIA_TYPES, 'text', 'location', 'reaction', 'contacts'];

function senderOf(
  message: WhatsAppMessage,
  contacts: readonly WhatsAppContact[],
): { from: Inbound['from']; contact: WhatsAppContact | undefined } {
  const [first] = contacts;
  const id = message.from ?? message.from_user_id ?? first?.wa_id ?? first?.user_id;
  if (!id) {
    throw new Unreadable('an inbound message does not name its sender');
  }
  const own = contacts.find(({ wa_id, user_id }) => wa_id === id || user_id === id);
  const name = (own ?? first)?.profile?.name;
  // With several contacts, the first one may be another person.
  const contact = own ?? (contacts.length === 1 ? first : undefined);
  return { from: { id: String(id), name: name === undefined ? null : String(name) }, contact };
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
