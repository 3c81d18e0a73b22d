import type { components } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { fileIdsOf } from '../../base/file-ids.ts';
import { isoOf } from '../../base/time.ts';
import { inboundMessageId } from '../../engine/ids.ts';
import type { CallbackContent, InboundMessage, Revision } from '../../providers/callback.ts';
import type { Connection } from '../../store/connections/connections.ts';
import type { Tx } from '../../store/index.ts';
import type { FilledTemplate, ReceivedContent } from '../../store/messages/content.ts';
import type { StoredMessage } from '../../store/messages/messages.ts';
import { runOne } from '../../store/rules.ts';
import type { NewEvent } from '../../store/webhooks/events.ts';
import { mediaLink } from '../media/media-link.ts';
import { withoutContent } from '../people/redact.ts';
import { newEvent, recordEvent } from '../webhooks/events.ts';
import { type Copies, eraseCallbacks, noteRepeat, withCopies } from './copies.ts';
import { fromOf, receivedContent, receiveInbound } from './receive-inbound.ts';
import { recordPast } from './record-app-message.ts';

type ReceivedMessage = components['schemas']['ReceivedMessage'];

/**
 * Changes a message that its author has edited or deleted, and raises `message.received` if the author is the customer
 * (edits-and-deletions). A repeated or older change has no effect.
 *
 * @returns false if the message is not stored
 */
export async function reviseMessage(
  app: App,
  tx: Tx,
  connection: Connection,
  revision: Revision,
  callbackId: string,
): Promise<boolean> {
  const { accountId, id: connectionId } = connection;
  const { target, content, writtenAt } = revision;
  const ids = content ? [target] : fileIdsOf(target);
  const found = await tx.messages.listByExternalIds(ids.map((externalId) => ({ accountId, connectionId, externalId })));
  const changeable = found.filter((message) => {
    const { edited_at: edited = '', deleted_at: deleted } = message.content as ReceivedContent;
    return deleted === undefined && (!content || edited < isoOf(writtenAt));
  });
  for (const message of found.filter((one) => !changeable.includes(one))) {
    await noteRepeat(tx, message, callbackId);
  }
  const whole = changeable.find(({ externalId }) => externalId === target) ?? changeable[0];
  const event = whole?.direction === 'in' ? eventOf(app, connection, revision, whole) : undefined;
  for (const message of changeable) {
    await (content
      ? edit(tx, message, { content, writtenAt, copies: { events: event ? [event.id] : [], callbacks: [callbackId] } })
      : erase(tx, message, writtenAt));
  }
  if (event) {
    await recordEvent(tx, event);
  }
  return found.length > 0;
}

/** A revision that shows the new text of a message, and the customer. */
export type Edit = Revision & { content: CallbackContent } & (
    | { from: InboundMessage['from'] }
    | { from: undefined; to: string }
  );

export const isEdit = (revision: Revision): revision is Edit =>
  revision.content !== undefined && (revision.from !== undefined || revision.to !== undefined);

/**
 * Stores the new text of an unknown message, so that the text is not lost. Reports it if the customer wrote it.
 */
export async function receiveEdited(
  app: App,
  tx: Tx,
  connection: Connection,
  revision: Edit,
  callbackId: string,
): Promise<void> {
  const { content, target, writtenAt } = revision;
  const message = { ...content, externalId: target, writtenAt };
  if (revision.from && content.more?.group) {
    const inbound = { ...message, from: revision.from };
    const callback = { id: callbackId, receivedAt: writtenAt };
    await runOne(tx, receiveInbound, { app, connection, inbound, callback });
    return;
  }
  const past = revision.from
    ? { ...message, from: revision.from }
    : { ...message, to: revision.to, status: 'sent' as const };
  await recordPast(app, tx, connection, past, callbackId);
  await reviseMessage(app, tx, connection, revision, callbackId);
}

/** Gives a message its new text. The file of a caption stays. */
async function edit(
  tx: Tx,
  message: StoredMessage,
  { content, writtenAt, copies }: { content: CallbackContent; writtenAt: number; copies: Copies },
): Promise<void> {
  const before = message.content as ReceivedContent;
  const { media, media_id } = receivedContent(content);
  await tx.messages.revise(message, {
    text: content.text,
    content: {
      ...before,
      ...(media && { media, media_id }),
      ...content.more,
      edited_at: isoOf(writtenAt),
      copies: withCopies(before, copies),
    } satisfies ReceivedContent,
  });
}

/** Erases the content of a message and its copies. */
async function erase(tx: Tx, message: StoredMessage, writtenAt: number): Promise<void> {
  const { accountId } = message;
  const { copies, from, group, sent_by, name, language } = message.content as ReceivedContent & Partial<FilledTemplate>;
  await tx.messages.revise(message, {
    text: null,
    content: {
      deleted_at: isoOf(writtenAt),
      ...(from && { from }),
      ...(group && { group }),
      ...(sent_by && { sent_by }),
      // A press of the template's buttons still names them.
      ...(message.type === 'template' && { name, language }),
    } satisfies ReceivedContent & Partial<FilledTemplate>,
  });
  await tx.events.rewrite(accountId, copies?.events ?? [], bareEvent);
  await eraseCallbacks(tx, message, copies?.callbacks ?? []);
}

/** Returns the `data` of an event without the content of its message. */
function bareEvent(data: unknown): object {
  const { message } = data as { message: ReceivedMessage };
  const { target, group } = message;
  return { message: { ...withoutContent(message), ...(target && { target }), ...(group && { group }) } };
}

/** Returns the event of a change. */
function eventOf(
  app: App,
  connection: Connection,
  { content, from, target, externalId }: Revision,
  message: StoredMessage,
): NewEvent {
  const { accountId, channel, id: connectionId } = connection;
  const now = app.monotonicNow();
  const { from: known, group } = message.content as ReceivedContent;
  const data: ReceivedMessage = {
    id: inboundMessageId(now),
    external_id: externalId,
    channel,
    connection_id: connectionId,
    from: known ?? fromOf(connection, message.person, { from: from ?? { id: message.person, name: null } }),
    type: content ? 'edited' : 'deleted',
    text: content?.text ?? null,
    media: content?.media ? { ...content.media, url: mediaLink(app, accountId, message.id) } : null,
    button: null,
    location: content?.location ?? null,
    reply_to: null,
    received_at: isoOf(now),
    ...content?.more,
    ...(group && { group }),
    target: { id: message.id, external_id: target },
  };
  return newEvent(app, accountId, 'message.received', { message: data });
}
