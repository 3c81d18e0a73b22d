import { currentForm } from '../../base/phone-form.ts';
import { isUserId } from '../../base/user-id.ts';
import type { InboundMessage } from '../../providers/callback.ts';
import type { Connection } from '../../store/connections/connections.ts';
import { type Identity, portfolioOf } from '../../store/contacts/identities.ts';
import {
  type Conversation,
  conversationKeyOf,
  conversationKeyString,
} from '../../store/conversations/conversations.ts';
import type { Tx } from '../../store/index.ts';
import { identifierKeyString, identitiesByKey } from '../contacts/sighting.ts';
import { hasNumbers } from './recipient.ts';

/** A message of a person, or to a person, that a provider reports. */
export interface Written extends Pick<InboundMessage, 'sighting' | 'writtenAt'> {
  connection: Connection;
  /** The provider's ID of the person. */
  personId: string;
  /** False if the person did not write. A number from which someone writes has an owner. @default true */
  isWriting?: boolean;
}

/** A conversation. One that the transaction begins has no ID yet. */
export type KnownConversation = Pick<Conversation, 'name' | 'lastMessageAt'> &
  Partial<Pick<Conversation, 'id' | 'contactId'>>;

/** What shows who the people of messages are. */
export interface SenderFacts {
  /** By `identifierKeyString`. User IDs name the same people until the transaction ends. */
  identities: ReadonlyMap<string, Identity>;
  /** By `conversationKeyString`. The rows are locked. */
  conversations: Map<string, KnownConversation>;
}

/** Loads the people of messages, and locks their conversations. */
export async function loadSenders(tx: Tx, written: readonly Written[]): Promise<SenderFacts> {
  const users = await tx.identities.list(written.flatMap(userOf), true);
  const conversations = new Map<string, Conversation>();
  const lockConversations = async (): Promise<void> => {
    const keys = new Map(
      written
        .map((one) => conversationKeyOf(one.connection, senderOf({ identities, conversations }, one).person))
        .map((key) => [conversationKeyString(key), key]),
    );
    const found = await tx.conversations.listForUpdate(
      [...keys.values()].filter((key) => !conversations.has(conversationKeyString(key))),
    );
    for (const conversation of found) {
      conversations.set(conversationKeyString(conversation), conversation);
    }
  };
  let identities = identitiesByKey(users);
  await lockConversations();
  const strangers = written.filter(
    (one) =>
      hasNumbers(one.connection.channel) &&
      userOf(one).length === 0 &&
      !conversations.has(conversationKeyString(conversationKeyOf(one.connection, currentForm(one.personId)))),
  );
  if (strangers.length > 0) {
    const left = await tx.identities.list(
      strangers.map(({ connection, personId }) => ({ ...portfolioOf(connection), identifier: currentForm(personId) })),
    );
    identities = identitiesByKey([...users, ...left]);
    await lockConversations();
  }
  return { identities, conversations };
}

/** Returns the user ID of a message's person, if it has one. */
function userOf({ connection, personId, sighting }: Written) {
  const identifier = hasNumbers(connection.channel)
    ? (sighting?.userId ?? (isUserId(personId) ? personId : undefined))
    : undefined;
  return identifier === undefined ? [] : [{ ...portfolioOf(connection), identifier }];
}

/**
 * Returns the name under which the person of a message is stored: the number if it is known, otherwise the user ID
 * (user-ids). `isReleased` means that a number has a new owner.
 */
export function senderOf(
  { identities, conversations }: SenderFacts,
  written: Written,
): { person: string; isReleased: boolean } {
  const { connection, personId, writtenAt, isWriting = true } = written;
  if (!hasNumbers(connection.channel)) {
    return { person: personId, isReleased: false };
  }
  const person = currentForm(personId);
  const [user] = userOf(written);
  if (user) {
    return { person: identities.get(identifierKeyString(user, user.identifier))?.person ?? person, isReleased: false };
  }
  if (conversations.has(conversationKeyString(conversationKeyOf(connection, person)))) {
    return { person, isReleased: false };
  }
  // A message from before the person changed the number may arrive late.
  const left = identities.get(identifierKeyString(portfolioOf(connection), person));
  return left && (left.seenAt > writtenAt || !isWriting)
    ? { person: left.person, isReleased: false }
    : { person, isReleased: left !== undefined };
}
