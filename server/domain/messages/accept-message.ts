import { CONFIRM_SEND_MINUTES, type components } from '@wigwag/openapi';
import type { App } from '../../app.ts';
import { sentMessageId } from '../../ids.ts';
import { StaleFacts } from '../../store/batching/batch-rule.ts';
import type { Connection } from '../../store/connections/connections.ts';
import { portfolioOf } from '../../store/contacts/identities.ts';
import type { Tx } from '../../store/index.ts';
import type { StoredMessage } from '../../store/messages/messages.ts';
import { MICROSECONDS } from '../../time.ts';
import { isUserId } from '../../user-id.ts';
import type { Caller } from '../account/caller.ts';
import { announce, statusData } from '../webhooks/events.ts';

type SendResult = components['schemas']['SendResult'];

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
  /** Messages with the same lane are sent one after another. */
  lane?: string;
  /** The conversation, if it is known. */
  conversationId?: number;
  /** Whether reports leave the message out (§4.8). */
  isUnreported?: boolean;
  /**
   * The caller sends the message to the provider immediately. The task only marks the message as failed if the caller
   * does not finish.
   */
  isHandedOver?: boolean;
}

/**
 * Stores a message that has passed every check, together with the task that sends it, so that an accepted message is
 * durable.
 */
export async function acceptMessage(app: App, tx: Tx, caller: Caller, accepted: Accepted): Promise<SendResult> {
  const { connection, recipient } = accepted;
  const accountId = caller.account.id;
  const stamp = app.monotonicNow();
  const isTest = caller.key.mode === 'test';
  if (!isTest && isUserId(recipient)) {
    await holdUserId(tx, connection, recipient);
  }
  // §5.7: messages of a test key do not appear in the inbox.
  const conversationId = isTest
    ? null
    : (accepted.conversationId ??
      (await tx.conversations.ensure(
        { accountId, connectionId: connection.id, channel: connection.channel, person: recipient },
        stamp,
      )));
  const at = conversationId === null ? stamp : await tx.conversations.nextTime(accountId, conversationId, stamp);
  const message: StoredMessage = {
    accountId,
    id: sentMessageId(stamp),
    conversationId,
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
    createdAt: at,
  };
  await tx.messages.insert(message);
  if (!isTest && accepted.parts !== undefined && accepted.parts > 1) {
    await tx.parts.insert(accountId, connection.id, message.id, accepted.parts);
  }
  if (isTest) {
    await announce(app, tx, accountId, 'message.status', statusData(message, at), { test: true });
    await tx.outbox.add(accountId, 'simulate-statuses', message.id, at);
    return { id: message.id, status: 'sent', test: true };
  }
  if (conversationId !== null) {
    await tx.conversations.noteOutbound(accountId, conversationId, accepted.text, at);
  }
  if (accepted.isHandedOver) {
    await tx.outbox.add(accountId, 'confirm-send', message.id, at + CONFIRM_SEND_MINUTES * MICROSECONDS.minute);
  } else {
    const task = message.campaignId === null ? 'send-message' : 'send-campaign-message';
    await tx.outbox.add(accountId, task, message.id, at, accepted.lane);
  }
  return { id: message.id, status: 'queued' };
}

/**
 * Lets a user ID name its own person until the transaction ends, so that the conversation is joined with the rest as
 * soon as the number is known.
 *
 * @throws {StaleFacts} if the ID has just been joined with another name
 */
async function holdUserId(tx: Tx, connection: Connection, userId: string): Promise<void> {
  const portfolio = portfolioOf(connection);
  await tx.identities.add(portfolio, userId);
  if ((await tx.identities.findAndHold(portfolio, userId))?.person !== userId) {
    throw new StaleFacts();
  }
}
