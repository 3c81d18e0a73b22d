import { nameOfKey } from '../../engine/drivers/dialect.ts';
import type { Connection } from '../../store/connections/connections.ts';
import { type Conversation, nameOfConversation } from '../../store/conversations/conversations.ts';
import type { KnownMessage } from '../../store/messages/messages.ts';
import type { Caller } from '../account/caller.ts';
import { unlessRefused } from '../api-error.ts';
import { requireConnection } from '../connections/connection.ts';
import type { Uploads } from '../media/media.ts';
import { type Draft, isTemplate, type TemplateDraft } from './draft.ts';
import { type PersonFacts, requirePerson } from './recipient.ts';
import { isWindowOpen } from './window.ts';

/** What the connection of a message depends on. */
export interface LineFacts extends PersonFacts {
  /** By `nameOfConversation`. */
  conversations: ReadonlyMap<string, Conversation>;
  uploads: Uploads;
  /** By `nameOfKey` of account and provider's ID. */
  quoted: ReadonlyMap<string, Pick<KnownMessage, 'connectionId'>>;
  /** When the windows were checked, in microseconds. */
  checkedAt: number;
}

/** A message whose connection is to be determined. */
export interface Addressed {
  caller: Pick<Caller, 'account'>;
  draft: Draft | TemplateDraft;
}

/**
 * Returns the connections from which a message can go, the default connection first. There is one if the request names
 * it, or names a file that was uploaded through it (media-line). Templates need no window, so they use the default.
 *
 * @throws {ApiError} CHANNEL_NOT_CONNECTED or CONNECTION_NOT_FOUND
 */
export function requireLines(
  { connections, uploads }: Pick<LineFacts, 'connections' | 'uploads'>,
  { caller, draft }: Addressed,
): readonly Connection[] {
  const { id: accountId } = caller.account;
  const { channel, connection_id: named } = draft;
  const active = connections.get(accountId) ?? [];
  const first = requireConnection(active, channel, named);
  if (named !== undefined) {
    return [first];
  }
  const lines = active.filter((connection) => connection.channel === channel);
  const mediaId = mediaIdOf(draft);
  const upload = mediaId === undefined ? undefined : uploads.get(nameOfKey({ accountId, id: mediaId }));
  const uploadedThrough = lines.find(({ id }) => id === upload?.connectionId);
  return uploadedThrough ? [uploadedThrough] : isTemplate(draft) ? [first] : lines;
}

/** Returns the ID of the upload that a message sends. */
export const mediaIdOf = (draft: Draft | TemplateDraft): string | undefined =>
  isTemplate(draft) ? draft.header?.media_id : 'media' in draft ? draft.media.id : undefined;

/** Returns the provider's ID of the message that a message quotes. */
export const quotedIdOf = (draft: Draft | TemplateDraft): string | undefined =>
  isTemplate(draft) ? undefined : (draft.reply_to ?? undefined);

/**
 * Returns the connection from which a message goes. If the windows of several are open, it is that of the quoted
 * message, or else the default one (default-line).
 *
 * @throws {ApiError} CHANNEL_NOT_CONNECTED or CONNECTION_NOT_FOUND
 */
export function requireLine(facts: LineFacts, message: Addressed): Connection {
  const lines = requireLines(facts, message);
  const [first] = lines as [Connection, ...Connection[]];
  const open = lines.length > 1 ? lines.flatMap((line) => openSince(facts, message, line)) : [];
  const id = quotedIdOf(message.draft);
  const quoted = id === undefined ? undefined : facts.quoted.get(nameOfKey({ accountId: first.accountId, id }));
  const openAt = (wanted: string | undefined) => open.find(({ line }) => line.id === wanted);
  return (openAt(quoted?.connectionId) ?? openAt(first.id) ?? latest(open))?.line ?? first;
}

interface OpenLine {
  line: Connection;
  /** When the person last wrote to it, in microseconds. */
  at: number;
}

const latest = (open: readonly OpenLine[]): OpenLine | undefined => open.toSorted((a, b) => b.at - a.at)[0];

/** Returns when the person last wrote to a connection, if its window is open. */
function openSince(facts: LineFacts, { caller, draft }: Addressed, line: Connection): OpenLine[] {
  const { accountId, id: connectionId, channel } = line;
  const person = unlessRefused(() => requirePerson(facts, caller, line, draft.to));
  const conversation =
    person === undefined
      ? undefined
      : facts.conversations.get(nameOfConversation({ accountId, connectionId, channel, person }));
  const at = conversation?.lastInboundAt ?? null;
  return at !== null && isWindowOpen(channel, conversation, facts.checkedAt) ? [{ line, at }] : [];
}
