import { currentForm } from '../../phone-form.ts';
import type { ContactRow } from '../tables.ts';

/**
 * The text that a search of contacts reads, and the text that it searches for (§4.5). Both are folded in the same way,
 * so that a plain comparison finds matches.
 */

/** Marks that only modify a letter, such as accents and vowel points; in other scripts, marks are separate letters. */
const ACCENTS = /[[\p{M}&&[\p{Script=Inherited}\p{Script=Hebrew}]]--[\u3099\u309a]]/gv;

/** Letters that Unicode does not decompose, as people type them without a matching keyboard. */
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

/**
 * Returns a text without case and accents. It converts to upper case first, which maps i and dotless ı to one letter,
 * and ß to SS.
 */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .toUpperCase()
    .toLowerCase()
    .replace(NOT_PLAIN, (letter) => PLAIN[letter] ?? letter)
    .normalize('NFC');

const DIGITS = /^\d+$/;

/**
 * A number is stored with a leading plus, so that a search that starts with one matches the beginning of the number.
 */
const spelledOut = (phone: string): string => (DIGITS.test(phone) ? `+${phone}` : folded(phone));

/** Returns the five searchable fields of a contact, one per line. */
export function searchTextOf(row: Pick<ContactRow, 'phone' | 'name' | 'email' | 'display_name' | 'username'>): string {
  const texts = [row.name, row.display_name, row.username, row.email].map((text) => folded(text ?? ''));
  return [spelledOut(row.phone), ...texts].filter((text) => text !== '').join('\n');
}

/** A contact must contain at least one of these texts to match a part of a search. */
export type Alternatives = readonly string[];

const PHONE = /^\+?[\d\s().\-/]*\d[\d\s().\-/]*$/;

/**
 * Returns the parts of a search; a contact must match all of them. A whole phone number or a piece of one is compared
 * by its digits; other words are compared separately.
 *
 * @returns no parts for a blank search
 */
export function searchParts(search: string): Alternatives[] {
  const phrase = folded(search).trim();
  const parts = PHONE.test(phrase) ? [phrase] : phrase.split(/\s+/).filter((word) => word !== '');
  return [...new Set(parts)].map((part) => (PHONE.test(part) ? [...new Set([digitsIn(part), part])] : [part]));
}

/**
 * Returns digits as stored numbers have them: without the 0 of local formats, and with a plus before a marked country
 * code.
 */
function digitsIn(phone: string): string {
  const digits = currentForm(phone.replace('(0)', '').replace(/\D/g, ''));
  if (phone.startsWith('+')) {
    return `+${digits}`;
  }
  return digits.startsWith('00') ? `+${digits.slice(2)}` : digits.replace(/^0(?=\d)/, '');
}
