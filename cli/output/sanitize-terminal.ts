import { stripVTControlCharacters } from 'node:util';

/** These turn the order of what follows, so that a line reads as something else. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** What others wrote may hold line breaks and commands to the terminal; neither belongs on a line of ours. */
export const onOneLine = (text: string): string =>
  stripVTControlCharacters(text)
    .replace(/\p{Cc}|[\u2028\u2029]/gu, ' ')
    .replace(TURNING, '');

/** The same for a text of several lines, which stay. */
export const sanitizeTerminal = (text: string): string => text.split('\n').map(onOneLine).join('\n');

/** JSON with what a terminal would obey written as escapes: it says the same. */
export const escaped = (json: string): string =>
  json.replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
