import type { components } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { isUserId } from '../../base/user-id.ts';
import { readBeforeCommit, separateRule } from '../../store/effects.ts';
import type { Caller } from '../account/caller.ts';
import { invalidField } from '../api-error.ts';
import { namesOf, requirePhone } from './person.ts';
import { changesOf, requireContact } from './upsert-contact.ts';

interface ContactUpdate {
  app: App;
  caller: Caller;
  /** The {phone} of the path. */
  text: string;
  changes: components['schemas']['UpdateContactRequest'];
}

/**
 * Changes the given fields of a contact (§4.5). If the phone changes, the contact keeps its conversations. Returns the
 * contact.
 *
 * @throws {ApiError} CONTACT_NOT_FOUND, or VALIDATION_FAILED if the new phone is invalid or belongs to another contact
 */
export const updateContact = separateRule({
  async load(tx, { caller: { account }, text, changes }: ContactUpdate) {
    await tx.identities.lockNames(account.id);
    const contact = await requireContact(tx, account.id, await namesOf(tx, account, text));
    const phone = changes.phone === undefined ? contact.phone : await requirePhone(tx, account, changes.phone);
    return { contact, phone, owner: await tx.contacts.find(account.id, [phone]) };
  },

  decide({ contact, phone, owner }, { app, caller: { account }, changes: { phone: _, ...fields } }) {
    if (phone !== contact.phone && (isUserId(phone) || isUserId(contact.phone))) {
      throw invalidField(
        'phone',
        'cannot replace a user ID, or be replaced by one: a callback that shows both joins them',
      );
    }
    if (owner && owner.id !== contact.id) {
      throw invalidField('phone', `belongs to another contact; change that one with PATCH /contacts/${phone}`);
    }
    const changes = { ...changesOf(fields), ...(phone !== contact.phone && { phone }) };
    const change = { accountId: account.id, id: contact.id, changes, at: app.monotonicNow() };
    const changed = readBeforeCommit(async (tx) => (await tx.contacts.findById(account.id, contact.id)) ?? contact);
    return { effects: { changedContacts: [change], ...changed.effects }, result: changed.value };
  },
});
