import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { LRUCache } from 'lru-cache';
import { currentForm } from '../../base/phone-form.ts';
import { plainNumber } from '../../base/phone-text.ts';

/** The digits of a number, or why the text is not one. */
type Parsed = { digits: string } | { digits?: undefined; problem: string };

/** The latest parsed numbers. A send needs its number several times, and parsing takes as long as a statement. */
const parsed = new LRUCache<string, Parsed>({ max: 256 });

/** A country code and digits, up to 15 of them (E.164). Local numbers begin with 0. */
const FORMER_NUMBER = /^[1-9]\d{6,14}$/;

/** The longest text whose result is kept. */
const LONGEST_KEPT = 100;

/** What is wrong with a text that is no number, although no character of it is the reason. */
const NOT_POSSIBLE = 'is not a possible phone number';

/**
 * Parses a phone number (§2.8). It may have three formats: local with a leading 0, + and country code, or country code
 * and digits without a plus. It may be pasted, with invisible marks or digits of another script (pasted-numbers).
 *
 * @param country ISO 3166 code of the country for local phone numbers
 * @returns the digits with the country code in their current form; undefined if the text is not a possible phone number
 */
export const phoneDigits = (text: string, country: string): string | undefined => parsePhone(text, country).digits;

/**
 * Returns the digits of a number with its country code, even if the country no longer has such numbers. WhatsApp may
 * name a person by a number of an earlier numbering plan (learned-numbers).
 */
export function formerDigits(text: string): string | undefined {
  const plain = plainNumber(text);
  const digits = typeof plain === 'string' ? plain.replace(/\D/g, '').replace(/^00/, '') : '';
  return FORMER_NUMBER.test(digits) ? currentForm(digits) : undefined;
}

/** Returns what makes a text unusable as a number, such as `contains the letter "x" (U+0078)`. */
export function unusableIn(text: string, country: string): string | undefined {
  const result = parsePhone(text, country);
  return result.digits === undefined && result.problem !== NOT_POSSIBLE ? result.problem : undefined;
}

function parsePhone(text: string, country: string): Parsed {
  if (text.length > LONGEST_KEPT) {
    return parse(text, country);
  }
  const name = `${country} ${text}`;
  const known = parsed.get(name) ?? parse(text, country);
  parsed.set(name, known);
  return known;
}

function parse(text: string, country: string): Parsed {
  const plain = plainNumber(text);
  if (typeof plain !== 'string') {
    return plain ?? { problem: NOT_POSSIBLE };
  }
  const digits = plain.replace(/\D/g, '');
  const international = plain.includes('+') ? digits : digits.startsWith('00') ? digits.slice(2) : undefined;
  // A leading 0 means local format; anything else is a country code plus digits (§1: "international number, digits
  // only").
  const number = parsePhoneNumberFromString(
    international === undefined && digits.startsWith('0') ? digits : `+${currentForm(international ?? digits)}`,
    country as CountryCode,
  );
  // The parser adds the 9 to a local number of Argentina.
  return number?.isPossible() ? { digits: currentForm(number.number.slice(1)) } : { problem: NOT_POSSIBLE };
}
