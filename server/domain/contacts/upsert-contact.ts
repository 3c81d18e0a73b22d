import type { components } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import type { Contact, ContactChanges } from '../../store/contacts/contacts.ts';
import { readBeforeCommit, separateRule } from '../../store/effects.ts';
import type { Tx } from '../../store/index.ts';
import type { Caller } from '../account/caller.ts';
import { ApiError } from '../api-error.ts';
import { requirePhone } from './person.ts';

type ContactInput = components['schemas']['UpsertContactRequest'];

/**
 * Creates a contact, or changes the given fields of the contact with this phone (§4.5). Returns the contact.
 *
 * @throws {ApiError} VALIDATION_FAILED for an invalid phone
 */
export const upsertContact = separateRule({
  async load(tx, { caller: { account }, input }: { app: App; caller: Caller; input: ContactInput }) {
    await tx.identities.lockNames(account.id);
    const phone = await requirePhone(tx, account, input.phone);
    return { phone, isNew: (await tx.contacts.find(account.id, [phone])) === undefined };
  },

  decide({ phone, isNew }, { app, caller: { account }, input: { phone: _, ...fields } }) {
    const change = { accountId: account.id, phone, isNew, changes: changesOf(fields), at: app.monotonicNow() };
    const stored = readBeforeCommit((tx) => requireContact(tx, account.id, [phone]));
    return { effects: { contacts: [change], ...stored.effects }, result: { created: isNew, contact: stored.value } };
  },
});

/** Returns the fields to write; an empty text clears a field (contact-text). */
export const changesOf = (fields: Partial<Omit<ContactInput, 'phone'>>): ContactChanges =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text === '' ? null : text]));

/**
 * Returns the contact that has one of these stored forms of a phone; earlier forms take precedence.
 *
 * @throws {ApiError} CONTACT_NOT_FOUND
 */
export async function requireContact(
  { contacts }: Pick<Tx, 'contacts'>,
  accountId: number,
  phones: readonly string[],
): Promise<Contact> {
  const contact = await contacts.find(accountId, phones);
  if (!contact) {
    throw new ApiError('CONTACT_NOT_FOUND', { phone: phones.at(-1) ?? '' }, { param: 'phone' });
  }
  return contact;
}
