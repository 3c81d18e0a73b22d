import { CONFIRM_SEND_MINUTES, type components } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { MICROSECONDS } from '../../base/time.ts';
import { isUserId } from '../../base/user-id.ts';
import { sentMessageId } from '../../engine/ids.ts';
import type { NewTask } from '../../engine/outbox/task.ts';
import type { Connection } from '../../store/connections/connections.ts';
import { portfolioOf } from '../../store/contacts/identities.ts';
import {
  type Conversation,
  type ConversationKey,
  conversationKeyOf,
  conversationKeyString,
} from '../../store/conversations/conversations.ts';
import { applyEffects, type Effects, mergeEffects } from '../../store/effects.ts';
import type { Tx } from '../../store/index.ts';
import type { StoredMessage } from '../../store/messages/messages.ts';
import type { Decision, WriteRule } from '../../store/rules.ts';
import { taskRow } from '../../store/tasks.ts';
import type { Caller } from '../account/caller.ts';
import { type EventReceivers, eventEffects, newEvent, receiversOf, statusData } from '../webhooks/events.ts';
import { hasNumbers } from './recipient.ts';

export type SendResult = components['schemas']['SendResult'];

/** A message that has passed every check. */
export interface Accepted {
  connection: Connection;
  recipient: string;
  type: string;
  /** The preview in conversation lists and histories. */
  text: string | null;
  /** The content for the provider's adapter. */
  content: unknown;
  /** The number of requests to the provider. @default 1 */
  parts?: number;
  /** The campaign of the message. Its results include the statuses, which are not events (§6). */
  campaignId?: number;
  /** In each process, messages with the same ordering key are sent one at a time. */
  orderingKey?: string;
  /** Whether reports leave the message out (§4.8). */
  isUnreported?: boolean;
  /**
   * The caller sends the message to the provider immediately. The task only marks the message as failed if the caller
   * does not finish.
   */
  isSentByCaller?: boolean;
}

/** A message that has passed every check, and its sender. */
export interface CheckedMessage {
  app: Pick<App, 'monotonicNow'>;
  caller: Caller;
  accepted: Accepted;
  /** The position of the request in its trace. */
  traceparent?: string | undefined;
}

/** What accepting a message depends on. */
export interface AcceptFacts {
  /** By `conversationKeyString`. The rows are locked. */
  conversations: ReadonlyMap<string, Conversation>;
  /** When the last message of each conversation was sent or received, by `conversationKeyString`, in microseconds. */
  lastMessages: Map<string, number>;
  /** The receivers of `message.status`, by account. Only for senders with test keys. */
  receivers: EventReceivers;
}

/**
 * Locks the conversations of messages, and loads what accepting the messages depends on.
 *
 * @param testing the accounts that use test keys
 * @param isLocked false outside a transaction
 */
export async function loadAcceptFacts(
  tx: Tx,
  keys: readonly ConversationKey[],
  testing: ReadonlySet<number>,
  isLocked = true,
): Promise<AcceptFacts> {
  const distinct = [...new Map(keys.map((key) => [conversationKeyString(key), key])).values()];
  const [found, receivers] = await Promise.all([
    isLocked ? tx.conversations.listForUpdate(distinct) : tx.conversations.list(distinct),
    receiversOf(tx, testing, 'message.status'),
  ]);
  return { ...acceptFactsOf(found), receivers };
}

/** Returns the facts for live messages in conversations that the transaction has locked. */
export function acceptFactsOf(found: readonly Conversation[]): AcceptFacts {
  const conversations = new Map(found.map((conversation) => [conversationKeyString(conversation), conversation]));
  const lastMessages = new Map(
    [...conversations].flatMap(([name, { lastMessageAt: at }]) => (at === null ? [] : [[name, at] as const])),
  );
  return { conversations, lastMessages, receivers: new Map() };
}

/** Stores messages that have passed every check. */
export const acceptChecked: WriteRule<CheckedMessage, AcceptFacts, Effects, SendResult> = {
  load(tx, messages) {
    const [live, test] = [true, false].map((isLive) =>
      messages.filter(({ caller }) => (caller.key.mode === 'live') === isLive),
    ) as [CheckedMessage[], CheckedMessage[]];
    return loadAcceptFacts(
      tx,
      live.map(({ accepted: { connection, recipient } }) => conversationKeyOf(connection, recipient)),
      new Set(test.map(({ caller }) => caller.account.id)),
    );
  },

  decide: acceptMessage,

  apply: applyEffects,
};

/**
 * Stores a message that has passed every check, together with the task that sends it, so that an accepted message is
 * durable.
 */
export function acceptMessage(
  facts: AcceptFacts,
  { app, caller, accepted, traceparent }: CheckedMessage,
): Decision<Effects, SendResult> {
  const { connection, recipient } = accepted;
  const accountId = caller.account.id;
  const stamp = app.monotonicNow();
  const isTest = caller.key.mode === 'test';
  const key = conversationKeyOf(accepted.connection, accepted.recipient);
  const name = conversationKeyString(key);
  const conversation = facts.conversations.get(name);
  // Two messages of a conversation never have the same time, even if the clocks of processes differ.
  const at = isTest ? stamp : Math.max(stamp, (facts.lastMessages.get(name) ?? 0) + 1);
  const message: StoredMessage = {
    accountId,
    id: sentMessageId(stamp),
    // §5.7: messages of a test key do not appear in the inbox.
    conversationId: isTest ? null : (conversation?.id ?? null),
    connectionId: connection.id,
    channel: connection.channel,
    direction: 'out',
    person: recipient,
    type: accepted.type,
    text: accepted.text,
    content: accepted.content,
    status: isTest ? 'sent' : 'queued',
    externalId: null,
    error: null,
    isTest,
    isUnreported: accepted.isUnreported ?? false,
    campaignId: accepted.campaignId ?? null,
    traceparent,
    createdAt: at,
  };
  if (isTest) {
    const event = newEvent(app, accountId, 'message.status', statusData(message, at), {
      test: true,
      traceparent,
      connectionId: message.connectionId,
    });
    return {
      effects: mergeEffects(eventEffects(event, facts.receivers.get(accountId)), {
        messages: [{ message, parts: 0, begins: undefined }],
        tasks: [taskRow(accountId, 'simulate-statuses', message.id, at)],
      }),
      result: { id: message.id, status: 'sent', test: true },
    };
  }
  facts.lastMessages.set(name, at);
  const parts = accepted.parts !== undefined && accepted.parts > 1 ? accepted.parts : 0;
  return {
    effects: {
      messages: [{ message, parts, begins: conversation ? undefined : key }],
      ...namesIn(connection, recipient, conversation === undefined),
      tasks: [taskOf(accepted, message, parts)],
    },
    result: { id: message.id, status: 'queued' },
  };
}

/** @param isNew whether the conversation begins */
function namesIn(connection: Connection, recipient: string, isNew: boolean): Effects {
  const name = { ...portfolioOf(connection), identifier: recipient };
  if (!hasNumbers(connection.channel)) {
    return {};
  }
  return isUserId(recipient) ? { userIds: [name] } : isNew ? { newNumbers: [name] } : {};
}

/** What the task that sends a message need not read. */
export interface SendTaskFacts {
  /** A message that was not split. */
  message: StoredMessage;
}

function taskOf({ isSentByCaller, orderingKey }: Accepted, message: StoredMessage, parts: number): NewTask {
  const { accountId, id, campaignId, createdAt } = message;
  if (isSentByCaller) {
    return taskRow(accountId, 'confirm-send', id, createdAt + CONFIRM_SEND_MINUTES * MICROSECONDS.minute);
  }
  const name = campaignId === null ? 'send-message' : 'send-campaign-message';
  const facts: SendTaskFacts = { message };
  return {
    ...taskRow(accountId, name, id, createdAt, orderingKey),
    // A conversation that begins gets its ID later.
    ...(parts === 0 && message.conversationId !== null && { facts }),
  };
}
