import { fileId } from '../../base/file-ids.ts';
import {
  type AppMessage,
  type CallbackContent,
  type CallbackItem,
  type InboundMessage,
  idOf,
  readEach,
  requireId,
  requireTime,
  timeOf,
  Unreadable,
} from '../callback.ts';
import { readEntries } from '../meta/callback.ts';
import { choiceOf } from '../meta/choice.ts';
import { bounded, detailOf, LONGEST_EVENT, reportTime } from '../meta/reports.ts';
import { booleanAt, isAnyThere, type Json, numberAt, objectAt, textAt } from '../meta/values.ts';
import { contentsOf, referralOf } from './content.ts';

/** The `object` in the callbacks of each channel. */
const OBJECTS = { messenger: 'page', instagram: 'instagram' } as const;

/**
 * Yields the items of a callback for Messenger or Instagram (Meta, "Webhooks for Messenger Platform", "Webhooks for
 * Instagram Messaging"). `standby` contains the same events while another app controls the thread. The samples that
 * Meta's app dashboard sends for Instagram have them in `changes`, with times in seconds.
 */
export const readPageCallback = (
  channel: keyof typeof OBJECTS,
  callback: unknown,
): Iterable<CallbackItem | Unreadable> =>
  readEntries<Json>(callback, OBJECTS[channel], function* (entry) {
    yield* readEach<Json, CallbackItem>(entry.messaging, (event) => readEvent(entry, event));
    yield* readEach<Json, CallbackItem>(entry.standby, (event) => readEvent(entry, event).map(onStandby));
    yield* readEach<Json, CallbackItem>(entry.changes, ({ value }) => {
      const event = objectAt(value);
      const isMessaging = event && isAnyThere(event.sender) && isAnyThere(event.recipient);
      return isMessaging ? readEvent(entry, { ...event, timestamp: millisecondsOf(event.timestamp) }) : [];
    });
  });

/** The highest time that counts as seconds. In milliseconds, it is in 1973. */
const MOST_SECONDS = 100_000_000_000;

const millisecondsOf = (time: unknown): unknown => (Number(time) <= MOST_SECONDS ? Number(time) * 1000 : time);

const onStandby = (item: CallbackItem): CallbackItem =>
  item.kind === 'inbound' && item.inbound.click
    ? { ...item, inbound: { ...item.inbound, click: { ...item.inbound.click, isStandby: true } } }
    : item;

/** What Meta does about a page that breaks its policies (Meta, "messaging_policy_enforcement"). */
function enforcementItem(entry: Json, event: Json): CallbackItem {
  const found = objectAt(event, 'policy_enforcement');
  const action = textAt(found, 'action');
  return {
    kind: 'report',
    providerIds: [...new Set([textAt(event, 'recipient', 'id'), textAt(entry, 'id')].filter((one) => one !== null))],
    wabaId: undefined,
    displayPhone: undefined,
    report: {
      kind: 'messaging_policy_enforcement',
      event: action && bounded(action, LONGEST_EVENT),
      detail: detailOf(found, action),
      at: reportTime(event.timestamp),
    },
  };
}

/** The two sides of an event: the IDs of our page or account, and the other person. */
interface EntryOrigin {
  providerIds: string[];
  person: string;
}

function readEvent(entry: Json, event: Json): CallbackItem[] {
  if (objectAt(event, 'policy_enforcement')) {
    return [enforcementItem(entry, event)];
  }
  const message = objectAt(event, 'message');
  const [sender, recipient] = [textAt(event, 'sender', 'id'), textAt(event, 'recipient', 'id')];
  const isOurs = sender !== null && sender === textAt(entry, 'id') && sender !== recipient;
  const isEcho = booleanAt(message, 'is_echo') === true || isOurs;
  const [person, ours] = isEcho ? [recipient, sender] : [sender, recipient];
  const origin: EntryOrigin = {
    // Page-linked Instagram accounts sometimes appear under the page ID.
    providerIds: [...new Set([ours, textAt(entry, 'id')].filter((id) => id !== null))],
    person: person ?? '',
  };
  const [delivery, read, edit] = ['delivery', 'read', 'message_edit'].map((name) => objectAt(event, name));
  if (delivery) {
    return deliveryItems(origin, delivery);
  }
  if (read) {
    return readItems(origin, read);
  }
  if (edit) {
    const text = textAt(edit, 'text');
    if (text === null) {
      throw new Unreadable('an edit has no content');
    }
    return revisionItems(origin, event, edit, { type: 'text', text, replyTo: null });
  }
  if (message && booleanAt(message, 'is_deleted') === true) {
    return revisionItems(origin, event, message, undefined);
  }
  if (isEcho) {
    return message ? echoItems(origin, event, message) : [];
  }
  return inboundItems(origin, event);
}

/**
 * Messages that we sent come back as echoes with our tag. All others were sent from elsewhere, such as from the page's
 * inbox (app-messages).
 */
function echoItems(origin: EntryOrigin, event: Json, message: Json): CallbackItem[] {
  const tag = textAt(message, 'metadata') ?? undefined;
  if (tag?.startsWith('msg_')) {
    return [statusItem(origin, requireId(message.mid), 'sent', tag)];
  }
  const { providerIds, person } = requirePerson(origin);
  const writtenAt = requireTime(event.timestamp, 1000);
  return inParts(requireId(message.mid), contentsOf(message)).map(
    (part): CallbackItem => ({
      kind: 'app-message',
      providerIds,
      message: { ...part, to: person, status: 'sent', writtenAt } satisfies AppMessage,
    }),
  );
}

function revisionItems(
  origin: EntryOrigin,
  event: Json,
  changed: Json,
  content: CallbackContent | undefined,
): CallbackItem[] {
  const { providerIds, person } = requirePerson(origin);
  const target = requireId(changed.mid);
  const name = content ? `edit#${textAt(changed, 'num_edit') ?? textAt(event, 'timestamp')}` : 'deleted';
  return [
    {
      kind: 'revision',
      providerIds,
      revision: {
        externalId: `${target}#${name}`,
        target,
        ...(booleanAt(changed, 'is_echo') === true
          ? { from: undefined, to: person }
          : { from: { id: person, name: null } }),
        content,
        writtenAt: requireTime(event.timestamp, 1000),
      },
    },
  ];
}

function deliveryItems(origin: EntryOrigin, delivery: Json): CallbackItem[] {
  const mids: unknown[] = Array.isArray(delivery.mids) ? delivery.mids : [];
  return [
    ...mids
      .filter((mid) => typeof mid === 'string' && mid !== '')
      .map((mid) => statusItem(origin, mid as string, 'delivered')),
    ...watermarkItems(origin, delivery, 'delivered'),
  ];
}

/** Messenger sends a watermark, Instagram the message ID. */
function readItems(origin: EntryOrigin, read: Json): CallbackItem[] {
  const mid = textAt(read, 'mid');
  return mid === null ? watermarkItems(origin, read, 'read') : [statusItem(origin, mid, 'read')];
}

const statusItem = (
  { providerIds }: EntryOrigin,
  externalId: string,
  status: 'sent' | 'delivered' | 'read',
  tag?: string,
): CallbackItem => ({ kind: 'status', providerIds, externalId, tag, status, error: undefined });

function watermarkItems(origin: EntryOrigin, event: Json, status: 'delivered' | 'read'): CallbackItem[] {
  const milliseconds = numberAt(event, 'watermark');
  // The last microsecond of the millisecond.
  const watermark = milliseconds === null ? Number.NaN : milliseconds * 1000 + 999;
  return Number.isSafeInteger(watermark) ? [{ kind: 'watermark', ...origin, watermark, status }] : [];
}

/** @throws {Unreadable} if an event does not name the customer */
function requirePerson(origin: EntryOrigin): EntryOrigin {
  if (origin.person === '') {
    throw new Unreadable('an event does not name the customer');
  }
  return origin;
}

type PageInbound = Omit<InboundMessage, 'from' | 'writtenAt'>;

function inboundItems(origin: EntryOrigin, event: Json): CallbackItem[] {
  const received = receivedIn(event, origin.person);
  if (received.length === 0) {
    return [];
  }
  const { providerIds, person } = requirePerson(origin);
  const writtenAt = timeOf(event.timestamp, 1000);
  return received.map((one) => ({
    kind: 'inbound',
    providerIds,
    inbound: { from: { id: person, name: null }, ...one, writtenAt },
  }));
}

function receivedIn(event: Json, person: string): PageInbound[] {
  const at = textAt(event, 'timestamp');
  const [reaction, postback, message] = ['reaction', 'postback', 'message'].map((name) => objectAt(event, name));
  if (reaction) {
    return [reactionOf(reaction, at)];
  }
  if (postback) {
    return [postbackOf(postback, `postback#${person}#${at}`)];
  }
  if (message) {
    const parts = inParts(idOf(message.mid, { ...event, person }), contentsOf(message));
    const button = choiceOf(textAt(message, 'quick_reply', 'payload'), null);
    return button ? parts.map((part, index) => (index === 0 ? pressed(part, button.payload) : part)) : parts;
  }
  const referral = referralOf(event.referral);
  return referral
    ? [{ externalId: `referral#${person}#${at}`, type: 'referral', text: null, replyTo: null, more: { referral } }]
    : [];
}

const reactionOf = (reaction: Json, at: string | null): PageInbound => {
  const mid = requireId(reaction.mid);
  return {
    externalId: `${mid}#${textAt(reaction, 'action') ?? 'react'}#${at}`,
    type: 'reaction',
    text: textAt(reaction, 'emoji'),
    replyTo: mid,
  };
};

function postbackOf(postback: Json, ownId: string): PageInbound {
  const [payload, title] = [textAt(postback, 'payload'), textAt(postback, 'title')];
  const referral = referralOf(postback.referral);
  return {
    externalId: textAt(postback, 'mid') ?? ownId,
    type: 'button',
    text: title,
    button: choiceOf(payload, title) ?? { payload: '', title },
    click: { isStandby: false, isIncomplete: payload === null },
    replyTo: null,
    more: referral ? { referral } : {},
  };
}

/** A quick reply has the choice's label as its text. */
const pressed = (part: PageInbound, payload: string): PageInbound => ({
  ...part,
  type: 'button',
  button: { payload, title: part.text },
});

/** Returns each content with a separate ID (several-files). */
const inParts = (mid: string, contents: readonly CallbackContent[]): (CallbackContent & { externalId: string })[] =>
  contents.map((content, index) => ({ ...content, externalId: fileId(mid, index) }));
