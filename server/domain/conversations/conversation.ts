import type { Account } from '../../store/account/accounts.ts';
import type { Contact } from '../../store/contacts/contacts.ts';
import type { InboxConversation } from '../../store/conversations/conversation-list.ts';
import type { Tx } from '../../store/index.ts';
import { ApiError } from '../api-error.ts';
import { namesOf } from '../contacts/person.ts';

/**
 * Returns the conversation for the {phone} of a path. It looks for exactly this person, then for this phone number in
 * another format (§2.8), then for the contact who now has this phone. If several conversations match, it returns the
 * one with the newest message (path-phone).
 *
 * @throws {ApiError} CONVERSATION_NOT_FOUND
 */
export async function requireConversation(tx: Tx, account: Account, phone: string): Promise<InboxConversation> {
  const forms = await namesOf(tx, account, phone);
  for (const person of forms) {
    const found = await tx.conversationList.findNewest(account.id, person);
    if (found) {
      return found;
    }
  }
  const contact = await tx.contacts.find(account.id, forms);
  const moved = contact && (await tx.conversationList.findNewestOfContact(account.id, contact.id));
  if (moved) {
    return moved;
  }
  throw new ApiError('CONVERSATION_NOT_FOUND', { phone }, { param: 'phone' });
}

/** Returns the contact of a conversation. Every person in a conversation is a contact. */
export async function contactOf(tx: Tx, account: Account, { id, contactId }: InboxConversation): Promise<Contact> {
  const contact = contactId === null ? undefined : await tx.contacts.findById(account.id, contactId);
  if (!contact) {
    throw new Error(`the conversation ${id} has no contact`);
  }
  return contact;
}
