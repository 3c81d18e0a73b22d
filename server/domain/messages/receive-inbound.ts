import { CAPABILITIES, type components } from '@wigwag/openapi';
import type { App } from '../../app.ts';
import { inboundMessageId } from '../../ids.ts';
import { currentForm } from '../../phone-form.ts';
import type { Inbound } from '../../providers/callback.ts';
import type { Connection } from '../../store/connections/connections.ts';
import { portfolioOf } from '../../store/contacts/identities.ts';
import type { Tx } from '../../store/index.ts';
import type { StoredMessage } from '../../store/messages/messages.ts';
import { isoOf } from '../../time.ts';
import { isUserId } from '../../user-id.ts';
import { followInbound } from '../flows/follow-inbound.ts';
import { mediaLink } from '../media/media-link.ts';
import { showToVisitor } from '../web-chat/visitor-page.ts';
import { announce } from '../webhooks/events.ts';

type ReceivedMessage = components['schemas']['ReceivedMessage'];

/**
 * Stores a customer's message, opens the window and the conversation, and raises `message.received`. A repeated
 * callback changes nothing.
 */
export async function receiveInbound(app: App, tx: Tx, connection: Connection, inbound: Inbound): Promise<void> {
  const { accountId, channel } = connection;
  const hasNumbers = CAPABILITIES[channel].recipient === 'phone';
  const sender: Sender = hasNumbers ? await senderOf(tx, connection, inbound) : { person: inbound.from.id };
  const { person } = sender;
  const isPhone = hasNumbers && !isUserId(person);
  const stamp = app.monotonicNow();
  const conversationId =
    sender.conversationId ??
    (await tx.conversations.ensure({ accountId, connectionId: connection.id, channel, person }, stamp));
  const at = await tx.conversations.nextTime(accountId, conversationId, stamp);
  const id = inboundMessageId(stamp);
  const data: ReceivedMessage = {
    id,
    external_id: inbound.externalId,
    channel,
    connection_id: connection.id,
    from: {
      ...inbound.from,
      id: person,
      ...(hasNumbers && {
        phone: isPhone ? person : null,
        user_id: inbound.sighting?.userId ?? null,
        username: inbound.sighting?.username ?? null,
      }),
    },
    type: inbound.type,
    text: inbound.text,
    media: inbound.media ? { ...inbound.media, url: mediaLink(app, accountId, id) } : null,
    button: inbound.button ?? null,
    location: inbound.location ?? null,
    reply_to: inbound.replyTo,
    received_at: isoOf(at),
  };
  const message: StoredMessage = {
    accountId,
    id,
    conversationId,
    connectionId: connection.id,
    channel,
    direction: 'in',
    person,
    type: inbound.type,
    text: inbound.text,
    // The URL of the file at the provider. API clients get one of our links instead.
    content: { ...data, media: inbound.media ?? null, media_id: inbound.mediaId ?? null },
    status: 'delivered',
    externalId: inbound.externalId,
    error: null,
    isTest: false,
    campaignId: null,
    createdAt: at,
  };
  if (!(await tx.messages.insert(message))) {
    return;
  }
  if (isPhone) {
    await tx.conversations.linkToOwner(accountId, conversationId, person, at); // phone numbers change owners
  }
  await showToVisitor(app, tx, message);
  if (inbound.from.name !== null) {
    await tx.contacts.noteProfileName(accountId, conversationId, inbound.from.name, at);
  }
  // A provider's clock that is fast must not extend the window.
  const writtenAt = Math.min(inbound.writtenAt, at);
  await tx.conversations.noteInbound(accountId, conversationId, {
    name: inbound.from.name,
    text: inbound.text,
    writtenAt,
    at,
  });
  await announce(app, tx, accountId, 'message.received', { message: data });
  await followInbound(app, tx, connection, { conversationId, person, inbound, at: writtenAt });
}

interface Sender {
  /** The name under which the sender is stored: the number if it is known, otherwise the user ID (user-ids). */
  person: string;
  /** The conversation, if it is known to exist. */
  conversationId?: number | undefined;
}

/** Returns the sender of a WhatsApp message. A user ID names the same person until the transaction ends. */
async function senderOf(tx: Tx, connection: Connection, { from, sighting, writtenAt }: Inbound): Promise<Sender> {
  const portfolio = portfolioOf(connection);
  const person = currentForm(from.id);
  if (sighting?.userId !== undefined) {
    return { person: (await tx.identities.findAndHold(portfolio, sighting.userId))?.person ?? person };
  }
  const key = { accountId: connection.accountId, connectionId: connection.id, person };
  const conversationId = await tx.conversations.hold(key);
  if (conversationId !== undefined) {
    return { person, conversationId };
  }
  // A message from before the person changed the number may arrive late.
  const left = await tx.identities.find(portfolio, person);
  if (left && left.seenAt > writtenAt) {
    return { person: left.person };
  }
  if (left) {
    await tx.identities.release(portfolio, person); // the number has a new owner
  }
  return { person };
}
