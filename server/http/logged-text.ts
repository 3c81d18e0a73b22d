import { withoutKeys } from '../base/secrets.ts';

/** The longest text of a request in a log line, in characters. */
const MAX_LOGGED = 200;

/** Ten digits or more are a phone number, unless they belong to an ID such as `whd_17000000000000000009`. */
const PHONE = /(?<!\w)(\+|%2B)?\d(?:[\s().-]|%20)*(?:\d(?:[\s().-]|%20)*){8,}\d/gi;

/** Returns a text of a request for the log: shortened, without phone numbers and keys. */
export function loggedText(text: string): string {
  const short = text.length > MAX_LOGGED ? `${text.slice(0, MAX_LOGGED)}...` : text;
  return withoutKeys(short).replace(PHONE, '***');
}
