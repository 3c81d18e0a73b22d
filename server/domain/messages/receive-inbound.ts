import type { components } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { currentForm } from '../../base/phone-form.ts';
import { isoOf } from '../../base/time.ts';
import { isUserId } from '../../base/user-id.ts';
import { inboundMessageId } from '../../ids.ts';
import type { Content, Inbound } from '../../providers/callback.ts';
import type { Connection } from '../../store/connections/connections.ts';
import { portfolioOf } from '../../store/contacts/identities.ts';
import type { Tx } from '../../store/index.ts';
import type { ReceivedContent } from '../../store/messages/content.ts';
import type { StoredMessage } from '../../store/messages/messages.ts';
import { followInbound } from '../flows/follow-inbound.ts';
import { mediaLink } from '../media/media-link.ts';
import { showToVisitor } from '../web-chat/visitor-page.ts';
import { newEvent, recordEvent } from '../webhooks/events.ts';
import { hasNumbers } from './recipient.ts';

type ReceivedMessage = components['schemas']['ReceivedMessage'];

/**
 * Stores a customer's message, opens the window and the conversation, and raises `message.received`. A repeated
 * callback changes nothing. A message in a group belongs to no conversation and opens no window (group-messages).
 *
 * @param callbackId the callback that contains the message; undefined for web chat
 */
export async function receiveInbound(
  app: App,
  tx: Tx,
  connection: Connection,
  inbound: Inbound,
  callbackId?: string,
): Promise<void> {
  const { accountId, channel } = connection;
  const sender = await senderOf(tx, connection, inbound.from.id, inbound);
  const { person } = sender;
  const stamp = app.monotonicNow();
  const conversationId = inbound.more?.group
    ? null
    : (sender.conversationId ??
      (await tx.conversations.ensure({ accountId, connectionId: connection.id, channel, person }, stamp)));
  const at = conversationId === null ? stamp : await tx.conversations.nextTime(accountId, conversationId, stamp);
  const id = inboundMessageId(stamp);
  const data: ReceivedMessage = {
    id,
    external_id: inbound.externalId,
    channel,
    connection_id: connection.id,
    from: fromOf(connection, person, inbound),
    type: inbound.type,
    text: inbound.text,
    media: inbound.media ? { ...inbound.media, url: mediaLink(app, accountId, id) } : null,
    button: inbound.button ?? null,
    location: inbound.location ?? null,
    reply_to: inbound.replyTo,
    received_at: isoOf(at),
    ...inbound.more,
  };
  const event = newEvent(app, accountId, 'message.received', { message: data });
  const copies = { events: [event.id], callbacks: callbackId === undefined ? [] : [callbackId] };
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
    content: { from: data.from, ...receivedContent(inbound), ...clickOf(inbound), copies } satisfies ReceivedContent,
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
  if (conversationId === null) {
    await recordEvent(tx, event);
    return;
  }
  if (isNumber(connection, person)) {
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
  await recordEvent(tx, event);
  await followInbound(app, tx, connection, { conversationId, person, inbound, at: writtenAt });
}

const clickOf = ({ click, writtenAt: at }: Inbound): Pick<ReceivedContent, 'click'> =>
  click ? { click: { at, is_standby: click.isStandby, is_incomplete: click.isIncomplete } } : {};

/**
 * Returns the content that is stored of a message from a provider. The URL of a file is that of the provider; API
 * clients get one of our links instead.
 */
export const receivedContent = ({ media, mediaId, button, location, replyTo, more }: Content): ReceivedContent => ({
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
  { from, sighting }: Pick<Inbound, 'from' | 'sighting'>,
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

interface Sender {
  /** The name under which the person is stored: the number if it is known, otherwise the user ID (user-ids). */
  person: string;
  /** The conversation, if it is known to exist. */
  conversationId?: number | undefined;
}

/**
 * Returns the person whom a provider's callback names. A user ID of WhatsApp names the same person until the transaction
 * ends.
 *
 * @param options.isWriting false if the person did not write. A number from which someone writes has an owner.
 */
export async function senderOf(
  tx: Tx,
  connection: Connection,
  id: string,
  { sighting, writtenAt }: Pick<Inbound, 'sighting' | 'writtenAt'>,
  { isWriting = true }: { isWriting?: boolean } = {},
): Promise<Sender> {
  if (!hasNumbers(connection.channel)) {
    return { person: id };
  }
  const portfolio = portfolioOf(connection);
  const person = currentForm(id);
  const userId = sighting?.userId ?? (isUserId(id) ? id : undefined);
  if (userId !== undefined) {
    return { person: (await tx.identities.findAndHold(portfolio, userId))?.person ?? person };
  }
  const key = { accountId: connection.accountId, connectionId: connection.id, person };
  const conversationId = await tx.conversations.hold(key);
  if (conversationId !== undefined) {
    return { person, conversationId };
  }
  // A message from before the person changed the number may arrive late.
  const left = await tx.identities.find(portfolio, person);
  if (left && (left.seenAt > writtenAt || !isWriting)) {
    return { person: left.person };
  }
  if (left) {
    await tx.identities.release(portfolio, person); // the number has a new owner
  }
  return { person };
}
