import type { Account } from '../../store/account/accounts.ts';
import type { Tx } from '../../store/index.ts';
import { invalidField } from '../api-error.ts';
import { phoneDigits } from './phone.ts';

/**
 * Returns the stored forms that a {phone} may mean, likeliest first: unchanged, for the IDs of channels, then as a
 * phone number in any format (§2.8).
 *
 * @param country ISO 3166 code of the country for the local form
 */
export function storedForms(text: string, country: string): string[] {
  const digits = phoneDigits(text, country);
  return digits === undefined || digits === text ? [text] : [text, digits];
}

/** Returns the stored form of an unknown {phone}: the number if it is one. */
export const likeliestForm = (text: string, country: string): string => phoneDigits(text, country) ?? text;

/** Meta's IDs for people are longer than nearly all phone numbers; IDs of visitors have a prefix (§1). */
const CHANNEL_ID = /^(?:[1-9]\d{12,}|web_[\w-]+)$/;

/**
 * Returns the `phone` of a body in its stored form: exactly this for a known person, a phone number in any format, or
 * an ID of a channel.
 *
 * @throws {ApiError} VALIDATION_FAILED naming `phone`
 */
export async function requirePhone(tx: Tx, account: Account, text: string): Promise<string> {
  const form = phoneDigits(text, account.country) ?? (CHANNEL_ID.test(text) ? text : undefined);
  if (form === text || (await tx.contacts.find(account.id, [text]))) {
    return text;
  }
  if (form === undefined) {
    throw invalidField(
      'phone',
      'is neither a phone number nor the id of a person on a channel; write a number with + and its country code',
    );
  }
  return form;
}
