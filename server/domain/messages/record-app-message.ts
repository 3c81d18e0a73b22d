import { MESSAGE_RETENTION_DAYS } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { MICROSECONDS } from '../../base/time.ts';
import { inboundMessageId, sentMessageId } from '../../engine/ids.ts';
import type { AppMessage, InboundMessage } from '../../providers/callback.ts';
import type { Connection } from '../../store/connections/connections.ts';
import { conversationKeyOf } from '../../store/conversations/conversations.ts';
import { stopRuns } from '../../store/flows/stop-runs.ts';
import type { Tx } from '../../store/index.ts';
import type { ReceivedContent } from '../../store/messages/content.ts';
import type { StoredMessage } from '../../store/messages/messages.ts';
import { receivedContent } from './receive-inbound.ts';
import { loadSenders, senderOf } from './senders.ts';
import { MAX_SEND_TIME } from './window.ts';

/** How long an echo waits for the response to a send, which shows whether the echo is that of the send. */
const LONGEST_WAIT = MICROSECONDS.minute;

/**
 * Stores what the business wrote outside this API (app-messages). It raises no events. For flows, it counts as an
 * agent's answer (§2.11). What it wrote in a group is in no conversation.
 *
 * @returns false if a message of ours is being sent to the same person, which the provider may report without our tag
 */
export async function recordAppMessage(
  app: App,
  tx: Tx,
  connection: Connection,
  message: AppMessage,
  { task: { subject: callbackId }, receivedAt }: { task: { subject: string }; receivedAt: number },
): Promise<boolean> {
  const { accountId } = connection;
  if (message.more?.group) {
    return true;
  }
  const stamp = app.monotonicNow();
  const { person, conversationId } = await conversationWith(tx, connection, message.to, message, stamp);
  const isSending = await tx.messages.hasSendInProgress(accountId, conversationId, stamp - MAX_SEND_TIME, stamp);
  if (isSending && app.now() - receivedAt < LONGEST_WAIT) {
    return false;
  }
  const at = await tx.conversations.nextTime(accountId, conversationId, stamp);
  const stored = storedMessage(connection, message, {
    id: sentMessageId(stamp),
    person,
    conversationId,
    at,
    callbackId,
  });
  if (await tx.messages.insert(stored)) {
    await tx.conversations.noteOutbound([{ accountId, id: conversationId, text: message.text, at }]);
    const which = { conversationId, onlyIf: 'stop_on_agent', startedUntil: message.writtenAt } as const;
    await stopRuns(tx, { accountId, ...which, reason: 'agent', at: app.monotonicNow() });
  }
  return true;
}

/** Stores a message from before the number was connected, with its own time (chat-history). It has no other effects. */
export async function recordPast(
  app: App,
  tx: Tx,
  connection: Connection,
  message: InboundMessage | AppMessage,
  callbackId: string,
): Promise<void> {
  const { accountId } = connection;
  const stamp = app.monotonicNow();
  if (message.writtenAt < stamp - MESSAGE_RETENTION_DAYS * MICROSECONDS.day || message.more?.group) {
    return;
  }
  const wanted = Math.min(message.writtenAt, stamp);
  const other = 'to' in message ? message.to : message.from.id;
  const { person, conversationId } = await conversationWith(tx, connection, other, message, wanted);
  const at = await tx.messages.freeTime(accountId, [conversationId], wanted);
  const id = 'to' in message ? sentMessageId(stamp) : inboundMessageId(stamp);
  const stored = storedMessage(connection, message, { id, person, conversationId, at, callbackId });
  if (await tx.messages.insert(stored)) {
    await tx.conversations.notePast(accountId, conversationId, { text: message.text, direction: stored.direction, at });
  }
}

/**
 * Adds the file to a message from before the number was connected, which Meta first shares without its content. Returns
 * false if the message is not stored.
 */
export async function completePast(
  tx: Tx,
  { accountId, id: connectionId }: Connection,
  message: InboundMessage,
): Promise<boolean> {
  const { externalId, type, text } = message;
  const [known] = await tx.messages.listByExternalIds([{ accountId, connectionId, externalId }]);
  if (known?.type === 'unsupported') {
    const content = { ...(known.content as ReceivedContent), ...receivedContent(message) } satisfies ReceivedContent;
    await tx.messages.revise(known, { type, text, content });
  }
  return known !== undefined;
}

async function conversationWith(
  tx: Tx,
  connection: Connection,
  id: string,
  message: Pick<InboundMessage, 'sighting' | 'writtenAt'>,
  createdAt: number,
): Promise<{ person: string; conversationId: number }> {
  const written = { ...message, connection, personId: id, isWriting: false };
  const { person } = senderOf(await loadSenders(tx, [written]), written);
  return { person, conversationId: await tx.conversations.ensure(conversationKeyOf(connection, person), createdAt) };
}

interface MessageContext {
  id: string;
  person: string;
  conversationId: number;
  at: number;
  callbackId: string;
}

function storedMessage(
  { accountId, id: connectionId, channel }: Connection,
  message: InboundMessage | AppMessage,
  { id, person, conversationId, at, callbackId }: MessageContext,
): StoredMessage {
  const isOwn = 'to' in message;
  return {
    accountId,
    id,
    conversationId,
    connectionId,
    channel,
    direction: isOwn ? 'out' : 'in',
    person,
    type: message.type,
    text: message.text,
    content: {
      ...receivedContent(message),
      ...(isOwn && { sent_by: 'app' }),
      copies: { events: [], callbacks: [callbackId] },
    } satisfies ReceivedContent,
    status: isOwn ? message.status : 'delivered',
    externalId: message.externalId,
    error: null,
    isTest: false,
    isUnreported: true,
    campaignId: null,
    createdAt: at,
  };
}
