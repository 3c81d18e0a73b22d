import { stripVTControlCharacters } from 'node:util';

/** These characters change the direction of the following text, so that a line reads as something else. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Foreign text can contain line breaks and terminal commands. Neither may be on one of our lines. */
export const onOneLine = (text: string): string =>
  stripVTControlCharacters(text)
    .replace(/\p{Cc}|[\u2028\u2029]/gu, ' ')
    .replace(TURNING, '');

/** Does the same for a text of several lines, and keeps the line breaks. */
export const sanitizeTerminal = (text: string): string => text.split('\n').map(onOneLine).join('\n');

/** Writes characters that a terminal would obey as JSON escapes, which do not change the value. */
export const escaped = (json: string): string =>
  json.replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
