import type { App } from '../app/app.ts';
import { isoOf } from '../base/time.ts';
import { receiveInbound } from '../domain/messages/receive-inbound.ts';
import { notifyVisitor } from '../domain/web-chat/visitor-page.ts';
import type { Connection } from '../store/connections/connections.ts';
import type { ControlInbound, ControlSend } from './provider.ts';

/** Delivers a visitor's message directly, because web chat has no provider that could send a callback. */
export async function visitorWrites(
  app: App,
  connection: Connection,
  { from, type, text, media, location, button, reply_to }: Omit<ControlInbound, 'channel' | 'providerId'>,
): Promise<{ external_id: string }> {
  const writtenAt = app.monotonicNow();
  const externalId = `web_in_${writtenAt}`;
  const inbound = {
    externalId,
    from: { id: from.id, name: from.name ?? null },
    type,
    text: text ?? null,
    media: media ?? null,
    location: location ? { name: null, address: null, ...location } : null,
    button: button ?? null,
    replyTo: reply_to ?? null,
    writtenAt,
  };
  await app.store.batch(receiveInbound, { app, connection, inbound });
  notifyVisitor(app, { channel: 'web', connectionId: connection.id, person: from.id });
  return { external_id: externalId };
}

/** Returns the messages that were sent to visitors, in the format of a provider. */
export async function webSends(
  app: App,
  accountId: number,
): Promise<(Omit<ControlSend, 'providerId'> & { channel: 'web'; connection_id: string })[]> {
  const sent = await app.store.read.messages.listSentOnWeb(accountId);
  return sent.map(({ connectionId, person, type, externalId, createdAt, content }) => ({
    channel: 'web',
    connection_id: connectionId,
    to: person,
    type,
    external_id: externalId ?? '',
    at: isoOf(createdAt),
    payload: content,
  }));
}
