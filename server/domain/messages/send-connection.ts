import { keyString } from '../../engine/drivers/dialect.ts';
import type { Connection } from '../../store/connections/connections.ts';
import {
  type Conversation,
  conversationKeyOf,
  conversationKeyString,
} from '../../store/conversations/conversations.ts';
import type { KnownMessage } from '../../store/messages/messages.ts';
import type { Caller } from '../account/caller.ts';
import { orUndefinedIfRefused } from '../api-error.ts';
import { requireConnection } from '../connections/connection.ts';
import type { Uploads } from '../media/media.ts';
import { isTemplate, type MessageInput, type TemplateInput } from './message-input.ts';
import { type PersonFacts, requirePerson } from './recipient.ts';
import { isWindowOpen } from './window.ts';

/** What the connection of a message depends on. */
export interface ConnectionFacts extends PersonFacts {
  /** By `conversationKeyString`. */
  conversations: ReadonlyMap<string, Conversation>;
  uploads: Uploads;
  /** By `keyString` of account and provider's ID. */
  quoted: ReadonlyMap<string, Pick<KnownMessage, 'connectionId'>>;
  /** When the windows were checked, in microseconds. */
  checkedAt: number;
}

/** A message whose connection is to be determined. */
export interface Addressed {
  caller: Pick<Caller, 'account'>;
  input: MessageInput | TemplateInput;
}

/**
 * Returns the connections from which a message can go, the default connection first. There is one if the request names
 * it, or names a file that was uploaded through it (media-line). Templates need no window, so they use the default.
 *
 * @throws {ApiError} CHANNEL_NOT_CONNECTED or CONNECTION_NOT_FOUND
 */
export function requireSendConnections(
  { connections, uploads }: Pick<ConnectionFacts, 'connections' | 'uploads'>,
  { caller, input }: Addressed,
): readonly Connection[] {
  const { id: accountId } = caller.account;
  const { channel, connection_id: named } = input;
  const active = connections.get(accountId) ?? [];
  const first = requireConnection(active, channel, named);
  if (named !== undefined) {
    return [first];
  }
  const candidates = active.filter((connection) => connection.channel === channel);
  const mediaId = mediaIdOf(input);
  const upload = mediaId === undefined ? undefined : uploads.get(keyString({ accountId, id: mediaId }));
  const uploadedThrough = candidates.find(({ id }) => id === upload?.connectionId);
  return uploadedThrough ? [uploadedThrough] : isTemplate(input) ? [first] : candidates;
}

/** Returns the ID of the upload that a message sends. */
export const mediaIdOf = (input: MessageInput | TemplateInput): string | undefined =>
  isTemplate(input) ? input.header?.media_id : 'media' in input ? input.media.id : undefined;

/** Returns the provider's ID of the message that a message quotes. */
export const quotedIdOf = (input: MessageInput | TemplateInput): string | undefined =>
  isTemplate(input) ? undefined : (input.reply_to ?? undefined);

/**
 * Returns the connection from which a message goes. If the windows of several are open, it is that of the quoted
 * message, or else the default one (default-line).
 *
 * @throws {ApiError} CHANNEL_NOT_CONNECTED or CONNECTION_NOT_FOUND
 */
export function requireSendConnection(facts: ConnectionFacts, message: Addressed): Connection {
  const candidates = requireSendConnections(facts, message);
  const [first] = candidates as [Connection, ...Connection[]];
  const open = candidates.length > 1 ? candidates.flatMap((connection) => openSince(facts, message, connection)) : [];
  const id = quotedIdOf(message.input);
  const quoted = id === undefined ? undefined : facts.quoted.get(keyString({ accountId: first.accountId, id }));
  const openAt = (wanted: string | undefined) => open.find(({ connection }) => connection.id === wanted);
  return (openAt(quoted?.connectionId) ?? openAt(first.id) ?? latest(open))?.connection ?? first;
}

interface OpenConnection {
  connection: Connection;
  /** When the person last wrote to it, in microseconds. */
  at: number;
}

const latest = (open: readonly OpenConnection[]): OpenConnection | undefined => open.toSorted((a, b) => b.at - a.at)[0];

/** Returns when the person last wrote to a connection, if its window is open. */
function openSince(facts: ConnectionFacts, { caller, input }: Addressed, connection: Connection): OpenConnection[] {
  const person = orUndefinedIfRefused(() => requirePerson(facts, caller, connection, input.to));
  const conversation =
    person === undefined
      ? undefined
      : facts.conversations.get(conversationKeyString(conversationKeyOf(connection, person)));
  const at = conversation?.lastInboundAt ?? null;
  return at !== null && isWindowOpen(connection.channel, conversation, facts.checkedAt) ? [{ connection, at }] : [];
}
