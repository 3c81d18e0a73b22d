import type { components } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { isUserId } from '../../base/user-id.ts';
import type { Contact } from '../../store/contacts/contacts.ts';
import type { Tx } from '../../store/index.ts';
import type { Caller } from '../account/caller.ts';
import { invalidField } from '../api-error.ts';
import { namesOf, requirePhone } from './person.ts';
import { changesOf, requireContact } from './upsert-contact.ts';

/**
 * Changes the given fields of a contact (§4.5). If the phone changes, the contact keeps its conversations.
 *
 * @param text the {phone} of the path
 * @throws {ApiError} CONTACT_NOT_FOUND, or VALIDATION_FAILED if the new phone is invalid or belongs to another contact
 */
export async function updateContact(
  app: App,
  tx: Tx,
  { account }: Caller,
  text: string,
  { phone: newText, ...fields }: components['schemas']['UpdateContactRequest'],
): Promise<Contact> {
  await tx.identities.lockNames(account.id);
  const contact = await requireContact(tx, account.id, await namesOf(tx, account, text));
  const phone = newText === undefined ? contact.phone : await requirePhone(tx, account, newText);
  if (phone !== contact.phone && (isUserId(phone) || isUserId(contact.phone))) {
    throw invalidField(
      'phone',
      'cannot replace a user ID, or be replaced by one: a callback that shows both joins them',
    );
  }
  const changes = { ...changesOf(fields), ...(phone !== contact.phone && { phone }) };
  if (!(await tx.contacts.update(account.id, contact.id, changes, app.monotonicNow()))) {
    throw invalidField('phone', `belongs to another contact; change that one with PATCH /contacts/${phone}`);
  }
  return requireContact(tx, account.id, [phone]);
}
