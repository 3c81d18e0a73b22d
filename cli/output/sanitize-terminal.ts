import { stripVTControlCharacters } from 'node:util';

/** These characters change the direction of the text after them, which can make a line look like a different one. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Returns untrusted text on one line, without its line breaks and escape sequences. */
export const onOneLine = (text: string): string =>
  stripVTControlCharacters(text)
    .replace(/\p{Cc}|[\u2028\u2029]/gu, ' ')
    .replace(TURNING, '');

/** Does the same for each line of a text, and keeps the line breaks. */
export const sanitizeTerminal = (text: string): string => text.split('\n').map(onOneLine).join('\n');

/** Replaces characters that control a terminal with JSON escapes, which do not change the value. */
export const escaped = (json: string): string =>
  json.replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
