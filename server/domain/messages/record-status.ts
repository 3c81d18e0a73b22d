import { isDeepStrictEqual } from 'node:util';
import type { App } from '../../app/app.ts';
import { distinctKeys, type Key, keyString } from '../../engine/drivers/dialect.ts';
import type { Reach } from '../../providers/callback.ts';
import type { RecipientState } from '../../store/campaigns/campaigns.ts';
import { applyEffects, type Effects, mergeEffects } from '../../store/effects.ts';
import type { Tx } from '../../store/index.ts';
import type { ReceivedContent } from '../../store/messages/content.ts';
import type { MessageError, MessageStatus, Pricing, StoredMessage } from '../../store/messages/messages.ts';
import type { MessagePart } from '../../store/messages/parts.ts';
import type { WriteRule } from '../../store/rules.ts';
import { refusesCampaign, stopCampaignOf } from '../campaigns/refused-campaign.ts';
import { STOP_ERRORS } from '../opt-outs/stop-lists.ts';
import { type EventReceivers, eventEffects, newEvent, receiversOf, statusData } from '../webhooks/events.ts';
import { movesForward } from './message-status.ts';
import { mayBeSplit } from './parts.ts';

/** A new status of a message, or of one part of it. */
interface StatusChange {
  status: MessageStatus;
  error?: MessageError | undefined;
  /** What the error affects. @default 'message' */
  reach?: Reach | undefined;
  /** What the provider reports about the price, if it does. */
  pricing?: Pricing | undefined;
  /** The provider's ID, if it is known. */
  externalId?: string | undefined;
  /** The part, if the message has several; undefined means all of them. */
  part?: number | undefined;
  /** When the provider got the request, in microseconds. */
  sentAt?: number;
}

/** What a new status of a message depends on. */
export interface StatusFacts {
  /** By `keyString`. The rows are locked. */
  messages: Map<string, StoredMessage>;
  /** The parts of each message that was split, in order. */
  parts: Map<string, readonly MessagePart[]>;
  /** The receivers of `message.status`, by account. */
  receivers: EventReceivers;
}

/** The statuses, least advanced first. */
const ORDER: readonly MessageStatus[] = ['failed', 'queued', 'sent', 'delivered', 'read'];

/** Which messages to load facts about. */
interface Wanted {
  messages: readonly Key[];
  /** The messages, if the transaction has already locked them. */
  lockedMessages?: readonly StoredMessage[];
  /** The messages that were split. @default those that may have been */
  split?: readonly Key[];
  /** The accounts with messages whose status may change. @default all */
  moving?: ReadonlySet<number>;
}

/** Returns the accounts of messages. */
export const accountsOf = (messages: readonly { accountId: number }[]): Set<number> =>
  new Set(messages.map(({ accountId }) => accountId));

/** Locks messages and loads what their new statuses depend on. */
export async function loadStatusFacts(
  tx: Tx,
  { messages: keys, lockedMessages, split, moving = accountsOf(keys) }: Wanted,
): Promise<StatusFacts> {
  // The lock comes first: the second of two concurrent statuses of parts must see the result of the first.
  const [messages, receivers] = await Promise.all([
    lockedMessages ?? tx.messages.listForUpdate(keys),
    receiversOf(tx, moving, 'message.status'),
  ]);
  const parts = await tx.parts.listOf(split ?? messages.filter(mayBeSplit));
  return {
    messages: new Map(messages.map((message) => [keyString(message), message])),
    parts: Map.groupBy(parts, ({ accountId, messageId }) => keyString({ accountId, id: messageId })),
    receivers,
  };
}

/**
 * Advances a message's status and raises `message.status`. A status that would not advance the message is ignored
 * (§3.1), except for the price that it reports.
 */
export function decideStatus(
  app: Pick<App, 'monotonicNow'>,
  facts: StatusFacts,
  key: Key,
  change: StatusChange,
): Effects {
  const name = keyString(key);
  const stored = facts.messages.get(name);
  if (!stored) {
    return {};
  }
  const { part, externalId, sentAt = null } = change;
  // The first part's ID represents the whole message.
  const isNamed = stored.externalId === null && externalId !== undefined && (part === undefined || part === 0);
  const named = withPricing(isNamed ? { ...stored, externalId } : stored, change.pricing);
  const before = facts.parts.get(name) ?? [];
  const after = before.map((one) => (part === undefined || part === one.part ? advancePart(one, change) : one));
  const least = ORDER.find((status) => after.some((one) => one.status === status)) ?? change.status;
  const isMoved = least !== 'queued' && movesForward(stored.status, least);
  const error = before.length === 0 || least === 'failed' ? change.error : undefined;
  const at = isMoved ? app.monotonicNow() : null;
  const message = isMoved ? { ...named, status: least, error: error ?? null } : named;
  facts.messages.set(name, message);
  facts.parts.set(name, after);
  return mergeEffects(
    message !== stored || sentAt !== null ? { statuses: [{ message, at, sentAt }] } : {},
    { partStatuses: after.filter((one, index) => one !== before[index]) },
    at === null ? {} : announced(app, facts, message, at, change.reach),
  );
}

/** Returns a message with the price that the provider last reported. */
const withPricing = (message: StoredMessage, pricing: Pricing | undefined): StoredMessage =>
  pricing === undefined || isDeepStrictEqual(pricing, message.pricing)
    ? message
    : { ...message, pricing: { ...pricing, billable: pricing.billable ?? message.pricing?.billable ?? null } };

/** Returns a part after its new status. */
function advancePart(own: MessagePart, { part, status, externalId }: StatusChange): MessagePart {
  const isMoved = movesForward(own.status, status);
  const isNamed = own.externalId === null && part !== undefined && externalId !== undefined;
  return isMoved || isNamed
    ? { ...own, status: isMoved ? status : own.status, externalId: isNamed ? externalId : own.externalId }
    : own;
}

/**
 * §6: status changes of a campaign's message are not events. They are part of the campaign's results. If the provider
 * would also refuse the other messages, the campaign stops, and its recipient waits until it resumes.
 */
function announced(
  app: Pick<App, 'monotonicNow'>,
  facts: StatusFacts,
  message: StoredMessage,
  at: number,
  reach: Reach = 'message',
): Effects {
  const { accountId, campaignId, person, isTest, traceparent, error, createdAt: since } = message;
  if ((message.content as ReceivedContent).sent_by === 'app') {
    return {}; // §6: only messages that were sent through the API or the dashboard
  }
  if (campaignId !== null && error && refusesCampaign(reach)) {
    return stopCampaignOf(message, campaignId, { reach, error, since }, true);
  }
  if (campaignId !== null) {
    return { results: [{ accountId, campaignId, phone: person, ...campaignResultOf(message) }] };
  }
  const event = newEvent(app, accountId, 'message.status', statusData(message, at), {
    test: isTest,
    traceparent,
    connectionId: message.connectionId,
  });
  return eventEffects(event, facts.receivers.get(accountId));
}

/** A new status to record. */
interface RecordedStatus {
  app: Pick<App, 'monotonicNow'>;
  message: Key;
  change: StatusChange;
  /** What to write in the same transaction. */
  with?: Effects;
}

/** Records new statuses (`decideStatus`). */
export const recordStatus: WriteRule<RecordedStatus, StatusFacts, Effects, void> = {
  load: (tx, statuses) => loadStatusFacts(tx, { messages: distinctKeys(statuses.map(({ message }) => message)) }),

  decide: (facts, { app, message, change, with: others = {} }) => ({
    effects: mergeEffects(decideStatus(app, facts, message, change), others),
    result: undefined,
  }),

  apply: applyEffects,
};

/** Returns the result of a campaign's message for its recipient. */
export function campaignResultOf({ status, error }: StoredMessage): { state: RecipientState; reason: string | null } {
  const stop = Object.entries(STOP_ERRORS).find(([, { code }]) => code === error?.code)?.[0];
  const reason = error && [error.code, error.title].join(' ');
  return { state: stop === undefined ? status : 'skipped', reason: stop ?? reason };
}
