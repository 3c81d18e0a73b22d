import type { Conversation } from '../store/conversations.ts';
import type { Tx } from '../store/index.ts';

/** What the contact record calls the person of a conversation, else what the channel does (§2.11). */
export async function nameOf(tx: Tx, { accountId, contactId, name }: Conversation): Promise<string | null> {
  return (contactId === null ? null : await tx.contacts.nameById(accountId, contactId)) ?? name;
}
