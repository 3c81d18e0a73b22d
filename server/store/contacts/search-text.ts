import { currentForm, nationalForms } from '../../base/phone-form.ts';
import { plainNumber } from '../../base/phone-text.ts';
import type { ContactRow } from '../tables.ts';

/**
 * Prepares the stored text of a contact and the text of a search (§4.5). Both are folded in the same way, so that a
 * plain comparison finds matches.
 */

/** Marks that only modify a letter, such as accents and vowel points. In other scripts, marks are separate letters. */
const ACCENTS = /[[\p{M}&&[\p{Script=Inherited}\p{Script=Hebrew}]]--[\u3099\u309a]]/gv;

/** Letters that Unicode does not decompose, and the letters that people without a matching keyboard type instead. */
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
 * Removes case and accents from a text. Converting to upper case first maps i and dotless ı to one letter, and ß to SS.
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

/** Adds a plus to a stored number, so that a search that starts with a plus matches only the beginning of a number. */
const spelledOut = (phone: string): string => (DIGITS.test(phone) ? `+${phone}` : folded(phone));

/** Returns the searchable fields of a contact, one per line. */
export function searchTextOf(row: Pick<ContactRow, 'phone' | 'name' | 'email' | 'display_name' | 'username'>): string {
  const texts = [row.name, row.display_name, row.username, row.email].map((text) => folded(text ?? ''));
  return [spelledOut(row.phone), ...texts].filter((text) => text !== '').join('\n');
}

/** A part of a search matches a contact that contains at least one of these texts. */
export type Alternatives = readonly string[];

/**
 * Returns the parts of a search; a contact must match all of them. A whole or partial phone number is compared by its
 * digits; other words are compared separately.
 *
 * @returns no parts for a blank search
 */
export function searchParts(search: string): Alternatives[] {
  const phrase = folded(search).trim();
  const parts = numberIn(phrase) === undefined ? phrase.split(/\s+/).filter((word) => word !== '') : [phrase];
  return [...new Set(parts)].map((part) => {
    const number = numberIn(part);
    return [...new Set([...(number === undefined ? [] : formsOf(number)), part])];
  });
}

/** Returns a whole or partial number in plain characters; undefined if the text is none. */
function numberIn(text: string): string | undefined {
  const plain = plainNumber(text);
  return typeof plain === 'string' ? plain : undefined;
}

/**
 * Returns the digits in the format of stored numbers: without the 0 of local formats, and with a plus before a country
 * code that is marked as one.
 */
function formsOf(number: string): string[] {
  const digits = number.replace('(0)', '').replace(/\D/g, '');
  if (number.includes('+')) {
    return [`+${currentForm(digits)}`];
  }
  return digits.startsWith('00')
    ? [`+${currentForm(digits.slice(2))}`]
    : [currentForm(digits).replace(/^0(?=\d)/, ''), ...nationalForms(digits.replace(/^0/, ''))];
}
