import { currentForm } from '../../phone-form.ts';
import type { ContactRow } from '../tables.ts';

/** What a search of contacts looks through, and what it looks for (§4.5). Both are folded alike, so that plain comparing will do. */

/** Marks that change a letter a little, as accents and vowel points do; in other scripts marks are letters of their own. */
const ACCENTS = /[[\p{M}&&[\p{Script=Inherited}\p{Script=Hebrew}]]--[\u3099\u309a]]/gv;

/** Letters that Unicode does not take apart, as people type them without their keyboard. */
const PLAIN: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ς: 'σ',
};
const NOT_PLAIN = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

/** A text without case and accents. By way of capitals, which make one letter of i and dotless ı, and SS of ß. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .toUpperCase()
    .toLowerCase()
    .replace(NOT_PLAIN, (letter) => PLAIN[letter] ?? letter)
    .normalize('NFC');

const DIGITS = /^\d+$/;

/** A number begins with a plus here, so that a search that begins with one means its beginning. */
const spelledOut = (phone: string): string => (DIGITS.test(phone) ? `+${phone}` : folded(phone));

/** The five searched fields of a contact, one a line. */
export function searchTextOf(row: Pick<ContactRow, 'phone' | 'name' | 'email' | 'display_name' | 'username'>): string {
  const texts = [row.name, row.display_name, row.username, row.email].map((text) => folded(text ?? ''));
  return [spelledOut(row.phone), ...texts].filter((text) => text !== '').join('\n');
}

/** What a contact must contain for one part of a search: any of these. */
export type Alternatives = readonly string[];

const PHONE = /^\+?[\d\s().\-/]*\d[\d\s().\-/]*$/;

/**
 * A search in parts that must all be found. A phone, or the beginning, middle or end of one, is compared by its digits; other
 * words each by itself.
 *
 * @returns no part for a search of blanks
 */
export function searchParts(search: string): Alternatives[] {
  const phrase = folded(search).trim();
  const parts = PHONE.test(phrase) ? [phrase] : phrase.split(/\s+/).filter((word) => word !== '');
  return [...new Set(parts)].map((part) => (PHONE.test(part) ? [...new Set([digitsIn(part), part])] : [part]));
}

/** Digits as they stand in numbers: without the 0 of local forms, with a plus in front of a country code that was marked as one. */
function digitsIn(phone: string): string {
  const digits = currentForm(phone.replace('(0)', '').replace(/\D/g, ''));
  if (phone.startsWith('+')) {
    return `+${digits}`;
  }
  return digits.startsWith('00') ? `+${digits.slice(2)}` : digits.replace(/^0(?=\d)/, '');
}
