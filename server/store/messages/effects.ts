import { effectKind } from '../batching/effect-kind.ts';
import {
  type ConversationKey,
  type NewConversation,
  nameOfConversation,
  type OutboundNote,
} from '../conversations/conversations.ts';
import { nameOfKey } from '../drivers/dialect.ts';
import type { Tx } from '../queries.ts';
import type { Reservation } from './idempotency.ts';
import type { MessageUpdate, StoredMessage } from './messages.ts';
import type { MessagePart } from './parts.ts';

/** A message that the server has accepted. */
export interface NewMessage {
  message: StoredMessage;
  /** The number of parts if the message was split, or 0. */
  parts: number;
  /** The conversation, if it does not exist yet. */
  begins: ConversationKey | undefined;
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

  /** New states of messages that the transaction has locked. The last one of a message applies. */
  statuses: effectKind<MessageUpdate>({ write: (tx, updates) => tx.messages.store(lastUpdates(updates)) }),

  partStatuses: effectKind<MessagePart>({ write: (tx, parts) => tx.parts.store(parts) }),
};

/** Creates the missing conversations of messages. Returns the messages with their conversations. */
async function beginConversations(tx: Tx, messages: readonly NewMessage[]): Promise<readonly NewMessage[]> {
  const missing = new Map<string, NewConversation>();
  for (const { begins, message } of messages) {
    if (begins && !missing.has(nameOfConversation(begins))) {
      missing.set(nameOfConversation(begins), { ...begins, createdAt: message.createdAt });
    }
  }
  if (missing.size === 0) {
    return messages;
  }
  const ids = await tx.conversations.insertAll([...missing.values()]);
  return messages.map(({ message, begins, parts }) => ({
    message: begins ? { ...message, conversationId: ids.get(nameOfConversation(begins)) ?? null } : message,
    begins,
    parts,
  }));
}

const noteOf = ({ accountId, conversationId, text, createdAt }: StoredMessage): OutboundNote[] =>
  conversationId === null ? [] : [{ accountId, id: conversationId, text, at: createdAt }];

/** Returns one update for each message. */
function lastUpdates(updates: readonly MessageUpdate[]): MessageUpdate[] {
  const last = new Map<string, MessageUpdate>();
  for (const { message, at, sentAt } of updates) {
    const name = nameOfKey(message);
    const before = last.get(name);
    last.set(name, { message, at: at ?? before?.at ?? null, sentAt: sentAt ?? before?.sentAt ?? null });
  }
  return [...last.values()];
}
