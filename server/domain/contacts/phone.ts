import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { LRUCache } from 'lru-cache';
import { currentForm } from '../../phone-form.ts';

/** The latest parsed numbers. A send needs its number several times, and parsing takes as long as a statement. */
const parsed = new LRUCache<string, { digits: string | undefined }>({ max: 256 });

/**
 * Parses a phone number (§2.8). It may have three formats: local with a leading 0, + and country code, or country code
 * and digits without a plus.
 *
 * @param country ISO 3166 code of the country for local phone numbers
 * @returns the digits with the country code in their current form; undefined if the text is not a possible phone number
 */
export function phoneDigits(text: string, country: string): string | undefined {
  const name = `${country} ${text}`;
  const known = parsed.get(name) ?? { digits: parseDigits(text, country) };
  parsed.set(name, known);
  return known.digits;
}

function parseDigits(text: string, country: string): string | undefined {
  const trimmed = text.trim();
  // Only these characters may separate digits. The parser would read letters as vanity numbers.
  if (!/^\+?[\d\s().\-/]+$/.test(trimmed)) {
    return undefined;
  }
  const digits = trimmed.replace(/\D/g, '');
  const international = trimmed.startsWith('+') ? digits : digits.startsWith('00') ? digits.slice(2) : undefined;
  // A leading 0 means local format; anything else is a country code plus digits (§1: "international number, digits
  // only").
  const number = parsePhoneNumberFromString(
    international === undefined && digits.startsWith('0') ? digits : `+${currentForm(international ?? digits)}`,
    country as CountryCode,
  );
  return number?.isPossible() ? number.number.slice(1) : undefined;
}
