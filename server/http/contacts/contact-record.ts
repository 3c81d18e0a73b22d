import type { components } from '@wigwag/openapi';
import { isoOf } from '../../base/time.ts';
import type { Contact } from '../../store/contacts/contacts.ts';
import { isOfUser } from '../../store/contacts/identities.ts';
import type { Tx } from '../../store/index.ts';

type ContactRecord = components['schemas']['Contact'];

const contactData = (contact: Contact, userIds: string[]): ContactRecord => ({
  id: contact.id,
  phone: contact.phone,
  name: contact.name,
  email: contact.email,
  display_name: contact.displayName,
  username: contact.username,
  user_ids: userIds,
  opted_out: contact.optedOut,
  blocked: contact.blocked,
  created_at: isoOf(contact.createdAt),
  updated_at: isoOf(contact.updatedAt),
});

/** Returns contacts of an account as the API shows them (§2.9). */
export async function contactRecords(
  tx: Tx,
  accountId: number,
  contacts: readonly Contact[],
): Promise<ContactRecord[]> {
  const identities = await tx.identities.listOf(
    accountId,
    contacts.map(({ phone }) => phone),
  );
  const byPerson = Map.groupBy(identities.filter(isOfUser), ({ person }) => person);
  return contacts.map((contact) =>
    contactData(contact, [...new Set(byPerson.get(contact.phone)?.map(({ identifier }) => identifier))]),
  );
}

/** Returns one contact as the API shows it. */
export async function contactRecord(tx: Tx, accountId: number, contact: Contact): Promise<ContactRecord> {
  const [record] = await contactRecords(tx, accountId, [contact]);
  return record as ContactRecord;
}
