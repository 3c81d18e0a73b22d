import { type CallbackItem, type Inbound, readEach, requireId, requireTime, Unreadable } from '../callback.ts';
import { readEntries } from '../meta/callback.ts';
import { bounded, detailOf, LONGEST_EVENT, reportTime } from '../meta/reports.ts';
import { textAt } from '../meta/values.ts';

/**
 * One entry of Messenger or Instagram (Meta, "Webhooks for Messenger Platform", "Webhooks for Instagram Messaging").
 */
interface Entry {
  id?: string;
  messaging?: unknown;
  /** The same kinds of events while another app controls the thread. */
  standby?: unknown;
}

interface Event {
  sender?: { id?: string };
  recipient?: { id?: string };
  /** Milliseconds, as a number. */
  timestamp?: number;
  message?: Message;
  postback?: Postback;
  reaction?: Reaction;
  delivery?: { mids?: string[]; watermark?: number };
  /** Messenger sends a watermark, Instagram the message ID. */
  read?: { watermark?: number; mid?: string };
  /** What Meta does about a page that breaks its policies (Meta, "messaging_policy_enforcement"). */
  policy_enforcement?: unknown;
}

interface Message {
  mid: string;
  text?: string;
  is_echo?: boolean;
  is_deleted?: boolean;
  is_unsupported?: boolean;
  metadata?: string;
  quick_reply?: { payload: string };
  reply_to?: { mid?: string; story?: { url?: string } };
  attachments?: {
    type: string;
    payload?: { url?: string; coordinates?: { lat: number; long: number }; sticker_id?: number };
  }[];
}

interface Postback {
  mid?: string;
  title?: string;
  payload: string;
}

interface Reaction {
  mid: string;
  action?: string;
  emoji?: string;
}

/** The `object` in the callbacks of each channel. */
const OBJECTS = { messenger: 'page', instagram: 'instagram' } as const;

/** Yields the items of a callback for Messenger or Instagram. */
export const readPageCallback = (
  channel: keyof typeof OBJECTS,
  callback: unknown,
): Iterable<CallbackItem | Unreadable> =>
  readEntries<Entry>(callback, OBJECTS[channel], function* (entry) {
    const read = (event: Event) => readEvent(entry, event);
    yield* readEach<Event, CallbackItem>(entry.messaging, read);
    yield* readEach<Event, CallbackItem>(entry.standby, read);
  });

function readEvent(entry: Entry, event: Event): CallbackItem[] {
  if (event.policy_enforcement) {
    return [enforcementItem(entry, event)];
  }
  const { message, delivery, read } = event;
  const [person, ours] = message?.is_echo
    ? [event.recipient?.id, event.sender?.id]
    : [event.sender?.id, event.recipient?.id];
  const from: Origin = {
    // Page-linked Instagram accounts sometimes appear under the page ID.
    providerIds: [...new Set([ours, entry.id].filter((id) => id !== undefined))],
    person: person ?? '',
  };
  if (message?.is_echo) {
    return echoItems(from, message);
  }
  if (delivery) {
    return deliveryItems(from, delivery);
  }
  if (read) {
    return readItems(from, read);
  }
  return message?.is_deleted ? [] : inboundItems(from, event);
}

function enforcementItem({ id }: Entry, { recipient, timestamp, policy_enforcement: found }: Event): CallbackItem {
  const action = textAt(found, 'action');
  return {
    kind: 'report',
    providerIds: [...new Set([textAt(recipient, 'id'), id].filter((one) => typeof one === 'string'))],
    wabaId: undefined,
    displayPhone: undefined,
    report: {
      kind: 'messaging_policy_enforcement',
      event: action && bounded(action, LONGEST_EVENT),
      detail: detailOf(found, action),
      at: reportTime(timestamp),
    },
  };
}

/** The two sides of an event: the IDs of our page or account, and the other person. */
interface Origin {
  providerIds: string[];
  person: string;
}

/**
 * Messages that we sent come back as echoes. An echo without our tag was sent from elsewhere, for example from the
 * page's own inbox.
 */
const echoItems = (from: Origin, { mid, metadata }: Message): CallbackItem[] =>
  metadata?.startsWith('msg_') ? [statusItem(from, mid, 'sent', metadata)] : [];

const deliveryItems = (from: Origin, { mids, watermark }: NonNullable<Event['delivery']>): CallbackItem[] => [
  ...(mids ?? []).map((mid) => statusItem(from, requireId(mid), 'delivered')),
  ...watermarkItems(from, watermark, 'delivered'),
];

const readItems = (from: Origin, { mid, watermark }: NonNullable<Event['read']>): CallbackItem[] =>
  mid === undefined ? watermarkItems(from, watermark, 'read') : [statusItem(from, mid, 'read')];

const statusItem = (
  { providerIds }: Origin,
  externalId: string,
  status: 'sent' | 'delivered' | 'read',
  tag?: string,
): CallbackItem => ({ kind: 'status', providerIds, externalId, tag, status, error: undefined });

const watermarkItems = (
  from: Origin,
  milliseconds: number | undefined,
  status: 'delivered' | 'read',
): CallbackItem[] =>
  // The last microsecond of the millisecond.
  milliseconds === undefined ? [] : [{ kind: 'watermark', ...from, watermark: milliseconds * 1000 + 999, status }];

function inboundItems({ providerIds, person }: Origin, event: Event): CallbackItem[] {
  const writtenAt = requireTime(event.timestamp, 1000);
  if (person === '') {
    throw new Unreadable('an inbound message does not name its sender');
  }
  const content = contentOf(event, person);
  return content
    ? [{ kind: 'inbound', providerIds, inbound: { from: { id: person, name: null }, writtenAt, ...content } }]
    : [];
}

type Content = Omit<Inbound, 'from' | 'writtenAt'>;

function contentOf({ reaction, postback, message, timestamp }: Event, person: string): Content | undefined {
  if (reaction) {
    return reactionContent(reaction, timestamp);
  }
  if (postback) {
    return postbackContent(postback, `postback#${person}#${timestamp}`);
  }
  if (message?.quick_reply) {
    return quickReplyContent(message, message.quick_reply);
  }
  return message && messageContent(message);
}

const reactionContent = ({ mid, action, emoji }: Reaction, timestamp: number | undefined): Content => ({
  externalId: `${mid}#${action ?? 'react'}#${timestamp}`,
  type: 'reaction',
  text: emoji ?? null,
  replyTo: mid,
});

const postbackContent = ({ mid, title, payload }: Postback, ownId: string): Content => ({
  externalId: mid ?? ownId,
  type: 'button',
  text: title ?? null,
  button: { payload, title: title ?? null },
  replyTo: null,
});

const quickReplyContent = (message: Message, { payload }: { payload: string }): Content => ({
  externalId: requireId(message.mid),
  type: 'button',
  text: message.text ?? null,
  button: { payload, title: message.text ?? null },
  replyTo: message.reply_to?.mid ?? null,
});

/** Maps Meta's attachment types to ours; all others become `unsupported`. */
const TYPES: Record<string, string> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  file: 'document',
  location: 'location',
  reel: 'video',
  ig_reel: 'video',
};
const MIME_TYPES: Record<string, string> = {
  image: 'image/jpeg',
  video: 'video/mp4',
  audio: 'audio/mp4',
  document: 'application/octet-stream',
};

function messageContent(message: Message): Content {
  const [attachment] = message.attachments ?? [];
  const type = attachment ? (TYPES[attachment.type] ?? 'unsupported') : 'text';
  const { url, coordinates } = attachment?.payload ?? {};
  const mimeType = MIME_TYPES[type];
  return {
    externalId: requireId(message.mid),
    type: message.is_unsupported ? 'unsupported' : type,
    text: message.text ?? null,
    media: url !== undefined && mimeType ? { url, mime_type: mimeType } : null,
    location: coordinates
      ? { latitude: coordinates.lat, longitude: coordinates.long, name: null, address: null }
      : null,
    replyTo: message.reply_to?.mid ?? null,
  };
}
