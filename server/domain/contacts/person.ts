import { isParentId, isUserId } from '../../base/user-id.ts';
import type { Account } from '../../store/account/accounts.ts';
import type { Tx } from '../../store/index.ts';
import { invalidField } from '../api-error.ts';
import { formerDigits, phoneDigits, unusableIn } from './phone.ts';

/**
 * Returns the stored forms that a {phone} may mean, most likely first: the unchanged text, for channel IDs, and then
 * the digits of a phone number in any format (§2.8).
 *
 * @param country ISO 3166 code of the country for local phone numbers
 */
export function storedForms(text: string, country: string): string[] {
  const digits = phoneDigits(text, country) ?? formerDigits(text);
  return digits === undefined || digits === text ? [text] : [text, digits];
}

/** Returns names of people, and then the other names under which the same WhatsApp users are stored (user-ids). */
export async function withOtherNames(
  { identities }: Pick<Tx, 'identities'>,
  accountId: number,
  names: readonly string[],
): Promise<string[]> {
  return [...new Set([...names, ...(await identities.personsOf(accountId, names))])];
}

/** Returns the names under which the person of a {phone} may be stored, most likely first. */
export const namesOf = (tx: Pick<Tx, 'identities'>, account: Account, text: string): Promise<string[]> =>
  withOtherNames(tx, account.id, storedForms(text, account.country));

/**
 * Returns the stored form of a {phone} that is not stored yet: its digits if it is a phone number, otherwise the text.
 */
export const likeliestForm = (text: string, country: string): string => phoneDigits(text, country) ?? text;

/** Meta's IDs for people are longer than nearly all phone numbers; visitor IDs have a prefix (§1). */
const CHANNEL_ID = /^(?:[1-9]\d{12,}|web_[\w-]+)$/;

/**
 * Returns the stored form of the `phone` in a body: a person who is already known, a phone number in any format, or a
 * channel ID.
 *
 * @throws {ApiError} VALIDATION_FAILED naming `phone`
 */
export async function requirePhone(tx: Tx, account: Account, text: string): Promise<string> {
  const form = phoneDigits(text, account.country) ?? (CHANNEL_ID.test(text) || isUserId(text) ? text : undefined);
  const contact = await tx.contacts.find(account.id, form === undefined ? storedForms(text, account.country) : [text]);
  if (contact) {
    return contact.phone;
  }
  if (form === undefined) {
    const problem = unusableIn(text, account.country);
    const why = problem === undefined ? '' : `${problem}, so it `;
    throw invalidField(
      'phone',
      `${why}is neither a phone number nor the ID of a person on a channel; write a number with + and its country code`,
    );
  }
  const [known] = await tx.identities.listNamed([{ accountId: account.id, id: form }], false);
  if (!known && isParentId(form)) {
    throw invalidField('phone', 'is a parent ID that no callback has shown; use the from.id of a webhook event');
  }
  return known && !(await tx.contacts.find(account.id, [form])) ? known.person : form;
}
