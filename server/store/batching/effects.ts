import type { NewCallback } from '../callbacks/callbacks.ts';
import type { RecipientState, StoppedCampaign } from '../campaigns/campaigns.ts';
import type { ProviderAnswer } from '../connections/connections.ts';
import type { Portfolio } from '../contacts/identities.ts';
import {
  type ConversationKey,
  type NewConversation,
  nameOfConversation,
  type OutboundNote,
} from '../conversations/conversations.ts';
import { type Key, type NumberKey, nameOfKey } from '../drivers/dialect.ts';
import type { MovedRun } from '../flows/flow-runs.ts';
import type { Reservation } from '../messages/idempotency.ts';
import type { MessageUpdate, StoredMessage } from '../messages/messages.ts';
import type { MessagePart } from '../messages/parts.ts';
import type {
  Beginning,
  OutboxTask,
  PostponedTask,
  ReplacedTask,
  TaskChange,
  TaskRow,
  WaitingTask,
} from '../outbox/task.ts';
import type { Tx } from '../queries.ts';
import type { Delivery, DeliveryAttempt, DeliveryState } from '../webhooks/deliveries.ts';
import type { NewEvent } from '../webhooks/events.ts';
import type { AttemptCount } from '../webhooks/webhooks.ts';
import type { BatchRule } from './batch-rule.ts';
import { StaleFacts } from './stale-facts.ts';

/** What the decision about one request changes. A kind that is missing changes nothing. */
export interface Effects {
  /** Messages to send or to simulate. */
  messages?: NewMessage[];
  /** User IDs under which messages are stored, because no number is known. */
  userIds?: (Portfolio & { identifier: string })[];
  /** Numbers of WhatsApp users under which conversations begin. */
  newNumbers?: (Portfolio & { identifier: string })[];
  /** Responses to requests that must not run twice, and the times of the requests. */
  reservations?: (Reservation & { now: number })[];
  /** New states of messages that the transaction has locked. The last one of a message applies. */
  statuses?: MessageUpdate[];
  partStatuses?: MessagePart[];
  /** Results of a campaign's messages. */
  results?: { accountId: number; campaignId: number; phone: string; state: RecipientState; reason: string | null }[];
  stoppedCampaigns?: StoppedCampaign[];
  /** Runs of flows that the transaction has locked. */
  runs?: MovedRun[];
  /** Conversations that a run of a flow no longer drives. */
  freed?: NumberKey[];
  /** Flows that were deleted while a run of them started. */
  lostFlows?: NumberKey[];
  /** Web chat messages that the visitor's page shows from now on, and when. */
  shown?: (Key & { conversationId: number; at: number })[];
  /** Responses of providers, in order. */
  answers?: ProviderAnswer[];
  events?: NewEvent[];
  deliveries?: Delivery[];
  /** Attempts of deliveries, with the resulting state of each delivery. */
  attempts?: { attempt: DeliveryAttempt; state: DeliveryState }[];
  attemptCounts?: AttemptCount[];
  callbacks?: NewCallback[];
  /** Callbacks that were processed, with the problems of their items. */
  processed?: { id: string; problem: string | null }[];
  /** Callbacks that must no longer exist. */
  removed?: string[];
  /** Attempts that start now. */
  begun?: Beginning[];
  /** New tasks. */
  tasks?: TaskRow[];
  /** Tasks that have ended. */
  ended?: OutboxTask[];
  /** Tasks that run later. */
  changedTasks?: TaskChange[];
  postponed?: PostponedTask[];
  /** Tasks that no worker has leased and that are no longer needed. */
  cancelled?: WaitingTask[];
  /** Waiting tasks that are due now. */
  due?: (WaitingTask & { at: number })[];
  /** Waiting tasks that become different ones. */
  replaced?: ReplacedTask[];
}

/** A message that the server has accepted. */
export interface NewMessage {
  message: StoredMessage;
  /** The number of parts if the message was split, or 0. */
  parts: number;
  /** The conversation, if it does not exist yet. */
  begins: ConversationKey | undefined;
}

type Kind = keyof Effects;
type EffectOf<Name extends Kind> = NonNullable<Effects[Name]>[number];

/** Returns several effects as one. */
export function joined(...all: readonly Effects[]): Effects {
  const kinds = new Set(all.flatMap((effects) => Object.keys(effects) as Kind[]));
  return Object.fromEntries([...kinds].map((kind) => [kind, every(all, kind)]));
}

const every = <Name extends Kind>(all: readonly Effects[], kind: Name) =>
  all.flatMap((effects) => (effects[kind] ?? []) as EffectOf<Name>[]);

/**
 * Writes all effects, with one statement for each table. On PostgreSQL, the statements share a round trip.
 */
export async function applyEffects(tx: Tx, all: readonly Effects[]): Promise<void> {
  const of = <Name extends Kind>(kind: Name) => every(all, kind);
  for (const event of of('events')) {
    tx.record(event);
  }
  await lockOwners(tx, of('newNumbers'));
  for (const { identifier, ...portfolio } of of('userIds')) {
    await holdUserId(tx, portfolio, identifier);
  }
  const messages = await beginConversations(tx, of('messages'));
  const write = () =>
    Promise.all([
      reserve(tx, of('reservations')),
      tx.messages.insertAll(messages.map(({ message }) => message)),
      tx.parts.insertAll(messages),
      tx.conversations.noteOutbound(messages.flatMap(({ message }) => noteOf(message))),
      tx.messages.store(lastUpdates(of('statuses'))),
      tx.parts.store(of('partStatuses')),
      tx.webhooks.storeCounts(of('attemptCounts')),
      tx.deliveries.insertAll(of('deliveries')),
      tx.deliveries.recordAttempts(of('attempts')),
      tx.flowRuns.move(of('runs')),
      tx.flowRuns.free(of('freed')),
      tx.callbacks.insertAll(of('callbacks')),
      tx.callbacks.finish(of('processed')),
      tx.callbacks.remove(of('removed')),
      tx.outbox.begin(of('begun')),
      tx.outbox.insertAll(of('tasks')),
      tx.outbox.change(of('changedTasks')),
      tx.outbox.postpone(of('postponed')),
      tx.outbox.finishAll(of('ended').map(({ id }) => id)),
      tx.outbox.cancelAll(of('cancelled')),
      tx.connections.noteAnswers(of('answers')),
    ]);
  if (all.every(isSentAtOnce)) {
    return tx.sendLast(write);
  }
  await write();
  // These are rare, and no other statement of the batch depends on them.
  const each = async <Name extends Kind>(kind: Name, write: (effect: EffectOf<Name>) => Promise<unknown>) => {
    for (const effect of of(kind)) {
      await write(effect);
    }
  };
  await each('shown', ({ accountId, conversationId, id, at }) => tx.webChat.show(accountId, conversationId, id, at));
  await each('results', ({ accountId, campaignId, phone, state, reason }) =>
    tx.campaigns.setState(accountId, campaignId, phone, state, reason),
  );
  for (const stopped of stoppedOnce(of('stoppedCampaigns'))) {
    await tx.campaigns.stopRefused(stopped);
  }
  await each('lostFlows', ({ accountId, id }) => tx.flowRuns.deleteAll(accountId, id));
  await each('due', ({ accountId, task, subject, at }) => tx.outbox.runNow(accountId, task, subject, at));
  await each('replaced', (task) => tx.outbox.replaceWaiting(task));
}

/** The effects that cost one statement each, whose result nothing needs. */
const SENT_AT_ONCE: ReadonlySet<string> = new Set([
  'messages',
  'userIds',
  'newNumbers',
  'statuses',
  'partStatuses',
  'events',
  'deliveries',
  'attempts',
  'callbacks',
  'processed',
  'removed',
  'begun',
  'tasks',
  'ended',
  'changedTasks',
  'postponed',
  'cancelled',
] satisfies Kind[]);

/** Returns whether all statements for these effects can be sent before the response to any of them. */
function isSentAtOnce(effects: Effects): boolean {
  const { answers = [], attemptCounts = [], ...others } = effects;
  return (
    answers.every(({ failure }) => !failure) &&
    !attemptCounts.some(({ disables }) => disables) &&
    Object.entries(others).every(([kind, own]) => SENT_AT_ONCE.has(kind) || own.length === 0)
  );
}

/**
 * Lets a user ID name its own person until the transaction ends, so that its conversation is joined with the person's
 * others as soon as the number is known.
 *
 * @throws {StaleFacts} if the ID has just been joined with another name
 */
async function holdUserId(tx: Tx, portfolio: Portfolio, userId: string): Promise<void> {
  await tx.identities.add(portfolio, userId);
  if ((await tx.identities.findAndHold(portfolio, userId))?.person !== userId) {
    throw new StaleFacts('the user ID has been joined with another name');
  }
}

/**
 * Locks the owners of numbers until the transaction ends. Otherwise, a concurrent join, which cannot see a new
 * conversation yet, would leave it under the old number.
 *
 * @throws {StaleFacts} if one of these numbers no longer belongs to its owner
 */
async function lockOwners(tx: Tx, numbers: readonly (Portfolio & { identifier: string })[]): Promise<void> {
  const accounts = new Set(numbers.map(({ accountId }) => accountId));
  for (const accountId of [...accounts].sort((one, other) => one - other)) {
    await tx.identities.lockNames(accountId);
  }
  const left = (await tx.identities.list(numbers)).filter(({ identifier, person }) => person !== identifier);
  if (left.length > 0) {
    throw new StaleFacts('the owner of a number has just left it');
  }
}

/** Creates the missing conversations of messages. Returns the messages with their conversations. */
async function beginConversations(tx: Tx, messages: readonly NewMessage[]): Promise<readonly NewMessage[]> {
  const missing = new Map<string, NewConversation>();
  for (const { begins, message } of messages) {
    if (begins && !missing.has(nameOfConversation(begins))) {
      missing.set(nameOfConversation(begins), { ...begins, createdAt: message.createdAt });
    }
  }
  if (missing.size === 0) {
    return messages;
  }
  const ids = await tx.conversations.insertAll([...missing.values()]);
  return messages.map(({ message, begins, parts }) => ({
    message: begins ? { ...message, conversationId: ids.get(nameOfConversation(begins)) ?? null } : message,
    begins,
    parts,
  }));
}

/** Returns one stop for each campaign, in a fixed order, so that two batches cannot deadlock. */
function stoppedOnce(stops: readonly StoppedCampaign[]): StoppedCampaign[] {
  const byCampaign = Map.groupBy(stops, ({ campaignId }) => campaignId);
  return [...byCampaign]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([, own]) =>
      own.slice(0, 1).map((first) => ({
        ...first,
        since: Math.max(...own.map(({ since }) => since)),
        unsent: own.flatMap(({ unsent }) => unsent),
      })),
    );
}

const noteOf = ({ accountId, conversationId, text, createdAt }: StoredMessage): OutboundNote[] =>
  conversationId === null ? [] : [{ accountId, id: conversationId, text, at: createdAt }];

function reserve(tx: Tx, reservations: readonly (Reservation & { now: number })[]): Promise<void> {
  // A key that expires between two requests of a batch is free only for the later one, which then runs again.
  return tx.idempotency.reserve(reservations, Math.min(...reservations.map(({ now }) => now)));
}

/**
 * Returns a rule for writes that depend on nothing. Its requests are their effects. Each call returns a different rule,
 * and only requests of the same rule share a transaction.
 */
export const writeRule = (): BatchRule<Effects, undefined, Effects, void> => ({
  load: async () => undefined,
  decide: (_, effects) => ({ effects, result: undefined }),
  apply: applyEffects,
});

/** Returns one update for each message. */
function lastUpdates(updates: readonly MessageUpdate[]): MessageUpdate[] {
  const last = new Map<string, MessageUpdate>();
  for (const { message, at, sentAt } of updates) {
    const name = nameOfKey(message);
    const before = last.get(name);
    last.set(name, { message, at: at ?? before?.at ?? null, sentAt: sentAt ?? before?.sentAt ?? null });
  }
  return [...last.values()];
}
