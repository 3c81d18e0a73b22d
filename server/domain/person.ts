import { phoneDigits } from './phone.ts';

/**
 * The stored forms that a {phone} may stand for, likeliest first: as it is, for the ids of channels, then as a phone number in any
 * spelling (§2.8).
 *
 * @param country ISO 3166 code in which the local form is read
 */
export function storedForms(text: string, country: string): string[] {
  const digits = phoneDigits(text, country);
  return digits === undefined || digits === text ? [text] : [text, digits];
}
