import type { components } from '@wigwag/openapi';
import { CAPABILITIES } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { isoOf, MICROSECONDS } from '../../base/time.ts';
import { isUserId } from '../../base/user-id.ts';
import { distinctKeys, keyString, type NumberKey } from '../../engine/drivers/dialect.ts';
import { inboundMessageId } from '../../engine/ids.ts';
import type { CallbackContent, InboundMessage } from '../../providers/callback.ts';
import type { Connection } from '../../store/connections/connections.ts';
import { portfolioOf } from '../../store/contacts/identities.ts';
import {
  type ConversationKey,
  conversationKeyOf,
  conversationKeyString,
} from '../../store/conversations/conversations.ts';
import { applyEffects, type Effects, mergeEffects } from '../../store/effects.ts';
import type { Tx } from '../../store/index.ts';
import type { ReceivedContent } from '../../store/messages/content.ts';
import { type ExternalKey, externalKeyString, type StoredMessage } from '../../store/messages/messages.ts';
import type { Decision, WriteRule } from '../../store/rules.ts';
import { newsAmong, type PlacedSighting, UnlearnedIdentifiers } from '../contacts/sighting.ts';
import { followInbound } from '../flows/follow-inbound.ts';
import { mediaLink } from '../media/media-link.ts';
import { erasedId } from '../people/redact.ts';
import { type EventReceivers, eventEffects, newEvent, receiversOf } from '../webhooks/events.ts';
import { noteRepeat } from './copies.ts';
import { isSameClick, loadClicks, type StoredClick } from './known-click.ts';
import { hasNumbers } from './recipient.ts';
import { type KnownConversation, loadSenders, type SenderFacts, senderOf, type Written } from './senders.ts';

type ReceivedMessage = components['schemas']['ReceivedMessage'];

/** How long an incomplete report of a click waits for another report of it. */
const LONGEST_CLICK = 3 * MICROSECONDS.second;

/** A customer's message to store. */
export interface Reception {
  app: App;
  connection: Connection;
  inbound: InboundMessage;
  /** The callback that contains the message, and when it arrived; undefined for web chat. */
  callback?: { id: string; receivedAt: number };
  /** Whether the identifiers in the message have been learned. @default false */
  isLearned?: boolean;
}

/** What a customer's message changes depends on. */
export interface InboundFacts extends SenderFacts {
  /** The messages that are already stored, by `externalKeyString`; under `erasedId` if the person was erased. */
  known: Map<string, { id: string }>;
  /** The clicks near those in the messages, by `conversationKeyString`. */
  clicks: Map<string, StoredClick[]>;
  /** The contacts who have the numbers now, by `keyString`. The rows are locked. */
  contacts: ReadonlyMap<string, number>;
  /** The conversations that runs of flows drive, by `keyString`. */
  driven: ReadonlySet<string>;
  /** The receivers of `message.received`, by account. */
  receivers: EventReceivers;
}

/** The result for a message. `early` means that it must be processed later, `erased` that its person was erased. */
interface Receipt {
  result: 'done' | 'early' | 'erased';
  /** The ID of the message, if it is stored. */
  id?: string | undefined;
}

const writtenOf = ({ connection, inbound }: Reception): Written & { inbound: InboundMessage } => ({
  ...inbound,
  connection,
  personId: inbound.from.id,
  inbound,
});

const externalKeyOf = ({
  connection: { accountId, id: connectionId },
  inbound: { externalId },
}: Reception): ExternalKey => ({
  accountId,
  connectionId,
  externalId,
});

/** Returns the key under which a message from a provider is stored if its person was erased. */
const erasedKeysOf = (reception: Reception): ExternalKey[] =>
  reception.callback ? [{ ...externalKeyOf(reception), externalId: erasedId(reception.inbound.externalId) }] : [];

/** Returns a stored message that a provider reports again, perhaps from before an erasure. */
function knownAs({ known }: Pick<InboundFacts, 'known'>, reception: Reception): Receipt | undefined {
  const message = known.get(externalKeyString(externalKeyOf(reception)));
  const isErased = erasedKeysOf(reception).some((key) => known.has(externalKeyString(key)));
  return message ? { result: 'done', id: message.id } : isErased ? { result: 'erased' } : undefined;
}

/** The facts of no messages. */
const NO_FACTS: InboundFacts = {
  identities: new Map(),
  conversations: new Map(),
  known: new Map(),
  clicks: new Map(),
  contacts: new Map(),
  driven: new Set(),
  receivers: new Map(),
};

/** Loads what messages depend on, and what they show about people that is not known yet. Locks their conversations. */
export async function loadInboundFacts(
  tx: Tx,
  receptions: readonly Reception[],
): Promise<InboundFacts & { news: PlacedSighting[] }> {
  if (receptions.length === 0) {
    return { ...NO_FACTS, news: [] };
  }
  const stored = await tx.messages.listKnown(
    receptions.flatMap((reception) => [externalKeyOf(reception), ...erasedKeysOf(reception)]),
  );
  const known = new Map(stored.map((message) => [externalKeyString(message), message]));
  const fresh = receptions.filter((reception) => !knownAs({ known }, reception));
  const written = fresh.map(writtenOf);
  const news = await newsAmong(
    tx,
    fresh.flatMap(({ connection, inbound: { sighting }, isLearned = false }) =>
      sighting && !isLearned ? [{ ...portfolioOf(connection), sighting }] : [],
    ),
  );
  const senders = await loadSenders(tx, written);
  const clicks = await loadClicks(tx, senders, written);
  const people = written.flatMap((one) => {
    const { person } = senderOf(senders, one);
    return isNumber(one.connection, person) ? [{ accountId: one.connection.accountId, id: person }] : [];
  });
  const contacts = await tx.contacts.lock(distinctKeys(people));
  const [driven, receivers] = await Promise.all([
    tx.flowRuns.listDriven(written.flatMap((one) => followedIn(senders, one))),
    receiversOf(tx, new Set(fresh.map(({ connection }) => connection.accountId)), 'message.received'),
  ]);
  return { ...senders, known, clicks, contacts, driven: new Set(driven.map(keyString)), receivers, news };
}

/** Returns the conversation of a message, if a flow may drive it. */
function followedIn(senders: SenderFacts, written: Written): NumberKey[] {
  const { connection } = written;
  const id = senders.conversations.get(
    conversationKeyString(conversationKeyOf(connection, senderOf(senders, written).person)),
  )?.id;
  return hasFlows(connection) && id !== undefined ? [{ accountId: connection.accountId, id }] : [];
}

/** Returns whether messages to a connection may start or stop flows. */
const hasFlows = ({ channel }: Connection): boolean => CAPABILITIES[channel].features.includes('template');

/**
 * Stores customers' messages, opens the window and the conversation, and raises `message.received`. A repeated message
 * changes nothing. A message in a group belongs to no conversation and opens no window (group-messages).
 */
export const receiveInbound: WriteRule<Reception, InboundFacts, Effects, Receipt> = {
  async load(tx, receptions) {
    const { news, ...facts } = await loadInboundFacts(tx, receptions);
    if (news.length > 0) {
      throw new UnlearnedIdentifiers(news);
    }
    return facts;
  },

  decide: decideInbound,

  apply: applyEffects,
};

/** Decides one message. */
export function decideInbound(facts: InboundFacts, reception: Reception): Decision<Effects, Receipt> {
  const { app, connection, inbound, callback } = reception;
  const receipt = knownAs(facts, reception);
  if (receipt) {
    const isRepeat = receipt.result === 'done' && callback !== undefined;
    return { effects: isRepeat ? { followUps: [noteAgain(reception, callback.id)] } : {}, result: receipt };
  }
  const { click } = inbound;
  const { person, isReleased } = senderOf(facts, writtenOf(reception));
  const key = conversationKeyOf(connection, person);
  const name = conversationKeyString(key);
  const clicks = facts.clicks.get(name) ?? [];
  if (click && clicks.some((other) => isSameClick(other, inbound))) {
    return { effects: {}, result: { result: 'done' } };
  }
  if (click?.isStandby && click.isIncomplete && callback && app.now() - callback.receivedAt < LONGEST_CLICK) {
    return { effects: {}, result: { result: 'early' } }; // the provider may report it with its payload (standby-clicks)
  }
  const { accountId } = connection;
  const isInGroup = inbound.more?.group !== undefined;
  const conversation = isInGroup ? undefined : facts.conversations.get(name);
  const stamp = app.monotonicNow();
  // Two messages of a conversation never have the same time, even if the clocks of processes differ.
  const at = Math.max(stamp, (conversation?.lastMessageAt ?? 0) + 1);
  const id = inboundMessageId(stamp);
  const event = newEvent(app, accountId, 'message.received', { message: dataOf(reception, { id, person, at }) });
  const message: StoredMessage = {
    accountId,
    id,
    conversationId: conversation?.id ?? null,
    connectionId: connection.id,
    channel: connection.channel,
    direction: 'in',
    person,
    type: inbound.type,
    text: inbound.text,
    content: {
      from: fromOf(connection, person, inbound),
      ...receivedContent(inbound),
      ...clickOf(inbound),
      copies: { events: [event.id], callbacks: callback ? [callback.id] : [] },
    } satisfies ReceivedContent,
    status: 'delivered',
    externalId: inbound.externalId,
    error: null,
    isTest: false,
    campaignId: null,
    createdAt: at,
  };
  facts.known.set(externalKeyString(externalKeyOf(reception)), message);
  const begins = isInGroup || conversation?.id !== undefined ? undefined : key;
  // A provider's clock that is fast must not extend the window.
  const writtenAt = Math.min(inbound.writtenAt, at);
  // Phone numbers change owners.
  const owner = facts.contacts.get(keyString({ accountId, id: person }));
  const hasNewOwner =
    conversation?.id !== undefined && isNumber(connection, person) && conversation.contactId !== owner;
  const before = hasNewOwner ? null : (conversation?.name ?? null);
  const isRenamed = !isInGroup && inbound.from.name !== before && inbound.from.name !== null;
  const isDriven = conversation?.id !== undefined && facts.driven.has(keyString({ accountId, id: conversation.id }));
  const isFollowed = !isInGroup && hasFlows(connection) && (isDriven || inbound.button != null);
  if (!isInGroup) {
    const after: KnownConversation = { ...conversation, name: inbound.from.name ?? before, lastMessageAt: at };
    facts.conversations.set(name, hasNewOwner ? { ...after, contactId: owner } : after);
    facts.clicks.set(name, [...clicks, message.content as ReceivedContent]);
  }
  return {
    effects: mergeEffects(
      { received: [{ message, begins, writtenAt, name: isRenamed ? inbound.from.name : null, hasNewOwner }] },
      isReleased ? { released: [{ ...portfolioOf(connection), identifier: person }] } : {},
      connection.channel === 'web' && !isInGroup ? { shown: [{ accountId, id, at: app.monotonicNow() }] } : {},
      eventEffects(event, facts.receivers.get(accountId)),
      isFollowed ? { followUps: [(tx) => follow(tx, reception, key, writtenAt)] } : {},
    ),
    result: { result: 'done', id },
  };
}

/** Starts and stops flows because of a message in a conversation. */
async function follow(
  tx: Tx,
  { app, connection, inbound }: Reception,
  key: ConversationKey,
  at: number,
): Promise<void> {
  const conversation = await tx.conversations.find(key);
  if (conversation) {
    await followInbound(app, tx, connection, { conversationId: conversation.id, person: key.person, inbound, at });
  }
}

/** Notes that another callback contains a message. */
const noteAgain =
  (reception: Reception, callbackId: string) =>
  async (tx: Tx): Promise<void> => {
    const [message] = await tx.messages.listByExternalIds([externalKeyOf(reception)]);
    if (message) {
      await noteRepeat(tx, message, callbackId);
    }
  };

function dataOf(
  { app, connection, inbound }: Reception,
  { id, person, at }: { id: string; person: string; at: number },
): ReceivedMessage {
  return {
    id,
    external_id: inbound.externalId,
    channel: connection.channel,
    connection_id: connection.id,
    from: fromOf(connection, person, inbound),
    type: inbound.type,
    text: inbound.text,
    media: inbound.media ? { ...inbound.media, url: mediaLink(app, connection.accountId, id) } : null,
    button: inbound.button ?? null,
    location: inbound.location ?? null,
    reply_to: inbound.replyTo,
    received_at: isoOf(at),
    ...inbound.more,
  };
}

const clickOf = ({ click, writtenAt: at }: InboundMessage): Pick<ReceivedContent, 'click'> =>
  click ? { click: { at, is_standby: click.isStandby, is_incomplete: click.isIncomplete } } : {};

/**
 * Returns the content that is stored of a message from a provider. The URL of a file is that of the provider; API
 * clients get one of our links instead.
 */
export const receivedContent = ({
  media,
  mediaId,
  button,
  location,
  replyTo,
  more,
}: CallbackContent): ReceivedContent => ({
  media: media ?? null,
  media_id: mediaId ?? null,
  button: button ?? null,
  location: location ?? null,
  reply_to: replyTo,
  ...more,
});

/** Returns the sender in the format of `message.received`. */
export function fromOf(
  connection: Pick<Connection, 'channel'>,
  person: string,
  { from, sighting }: Pick<InboundMessage, 'from' | 'sighting'>,
): ReceivedMessage['from'] {
  return {
    ...from,
    id: person,
    ...(hasNumbers(connection.channel) && {
      phone: isNumber(connection, person) ? person : null,
      user_id: sighting?.userId ?? null,
      username: sighting?.username ?? null,
    }),
  };
}

const isNumber = (connection: Pick<Connection, 'channel'>, person: string): boolean =>
  hasNumbers(connection.channel) && !isUserId(person);
