import { keyString } from '../../engine/drivers/dialect.ts';
import {
  type ConversationKey,
  conversationKeyString,
  type NewConversation,
  type OutboundNote,
} from '../conversations/conversations.ts';
import type { Tx } from '../queries.ts';
import { effectKind } from '../rules.ts';
import type { Reservation } from './idempotency.ts';
import type { MessageUpdate, StoredMessage } from './messages.ts';
import type { MessagePart } from './parts.ts';

export interface BeginningMessage {
  message: StoredMessage;
  /** The conversation, if it does not exist yet. */
  begins: ConversationKey | undefined;
}

/** A message that the server has accepted. */
export interface NewMessage extends BeginningMessage {
  /** The number of parts if the message was split, or 0. */
  parts: number;
}

/** A message that a person wrote. */
export interface NewInboundMessage extends BeginningMessage {
  /** In microseconds since the epoch. */
  writtenAt: number;
  /** The person's name on the channel, if it has changed. */
  name: string | null;
  /** Whether the person's number belongs to another contact than that of the conversation. */
  hasNewOwner: boolean;
}

export const messageEffects = {
  /** Responses to requests that must not run twice, and the times of the requests. */
  reservations: effectKind<Reservation & { now: number }>({
    // A key that expires between two requests of a batch is free only for the later one, which then runs again.
    write: (tx, reservations) => tx.idempotency.reserve(reservations, Math.min(...reservations.map(({ now }) => now))),
    needsResponse: () => true,
  }),

  /** Messages to send or to simulate. */
  messages: effectKind<NewMessage>({
    prepare: beginConversations,
    write: (tx, messages) =>
      Promise.all([
        tx.messages.insertAll(messages.map(({ message }) => message)),
        tx.parts.insertAll(messages),
        tx.conversations.noteOutbound(messages.flatMap(({ message }) => noteOf(message))),
      ]),
  }),

  /** Messages that people wrote. */
  received: effectKind<NewInboundMessage>({
    async prepare(tx, received) {
      const begun = await beginConversations(tx, received);
      await updatePeople(tx, begun);
      return begun;
    },
    write: (tx, received) =>
      Promise.all([
        tx.messages.insertNamed(received.map(({ message }) => message)),
        tx.conversations.noteInbound(
          received.flatMap(({ message, name, writtenAt }) =>
            noteOf(message).map((note) => ({ ...note, name, writtenAt })),
          ),
        ),
      ]),
    needsResponse: () => true,
  }),

  /** New states of messages that the transaction has locked. The last one of a message applies. */
  statuses: effectKind<MessageUpdate>({ write: (tx, updates) => tx.messages.store(lastUpdates(updates)) }),

  partStatuses: effectKind<MessagePart>({ write: (tx, parts) => tx.parts.store(parts) }),
};

/** Creates the missing conversations of messages. Returns the messages with their conversations. */
async function beginConversations<Message extends BeginningMessage>(
  tx: Tx,
  messages: readonly Message[],
): Promise<readonly Message[]> {
  const missing = new Map<string, NewConversation>();
  for (const { begins, message } of messages) {
    if (begins && !missing.has(conversationKeyString(begins))) {
      missing.set(conversationKeyString(begins), { ...begins, createdAt: message.createdAt });
    }
  }
  if (missing.size === 0) {
    return messages;
  }
  const ids = await tx.conversations.insertAll([...missing.values()]);
  return messages.map((one) =>
    one.begins
      ? { ...one, message: { ...one.message, conversationId: ids.get(conversationKeyString(one.begins)) ?? null } }
      : one,
  );
}

/** Links conversations to the contacts that now have the numbers, and stores new names. Both are rare. */
async function updatePeople(tx: Tx, received: readonly NewInboundMessage[]): Promise<void> {
  const known = received.flatMap(({ message: { conversationId, ...message }, ...rest }) =>
    conversationId === null ? [] : [{ ...message, ...rest, conversationId }],
  );
  for (const { accountId, conversationId, person, createdAt } of known.filter(({ hasNewOwner }) => hasNewOwner)) {
    await tx.conversations.linkToOwner(accountId, conversationId, person, createdAt);
  }
  // Only the last name of each person counts.
  const names = new Map(
    known.flatMap((one) => (one.name === null ? [] : [[one.conversationId, { ...one, name: one.name }]])),
  );
  for (const { accountId, conversationId, name, createdAt } of names.values()) {
    await tx.contacts.noteProfileName(accountId, conversationId, name, createdAt);
  }
}

const noteOf = ({ accountId, conversationId, text, createdAt }: StoredMessage): OutboundNote[] =>
  conversationId === null ? [] : [{ accountId, id: conversationId, text, at: createdAt }];

/** Returns one update for each message. */
function lastUpdates(updates: readonly MessageUpdate[]): MessageUpdate[] {
  const last = new Map<string, MessageUpdate>();
  for (const { message, at, sentAt } of updates) {
    const name = keyString(message);
    const before = last.get(name);
    last.set(name, { message, at: at ?? before?.at ?? null, sentAt: sentAt ?? before?.sentAt ?? null });
  }
  return [...last.values()];
}
