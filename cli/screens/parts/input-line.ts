import { stripVTControlCharacters } from 'node:util';
import type { Key } from 'ink';

/** A text that the user edits: the part before the cursor, and the part after it. It can have several lines. */
export interface InputLine {
  before: string;
  after: string;
  /** Whether the next typed text replaces it. Other keys edit it. */
  isSelected?: boolean;
}

export const lineOf = (text: string): InputLine => ({ before: text, after: '' });

export const textOf = ({ before, after }: InputLine): string => before + after;

/** Returns a text that the next typed text replaces. */
export const selectedLine = (line: InputLine): InputLine => ({ ...lineOf(textOf(line)), isSelected: true });

/** Returns the text with another one at the cursor. Control codes are left out, because they cannot be seen. */
export function typedInto({ before, after, isSelected }: InputLine, typed: string): InputLine {
  const text = stripVTControlCharacters(typed).replace(/[^\P{Cc}\n\t]/gu, '');
  return isSelected ? lineOf(text) : { before: before + text, after };
}

/** The keys of shells. */
const SHELL_KEYS: Record<string, (line: InputLine) => InputLine> = {
  a: ({ before, after }) => ({ before: '', after: before + after }),
  e: (line) => lineOf(textOf(line)),
  k: ({ before }) => lineOf(before),
  u: ({ after }) => ({ before: '', after }),
  w: ({ before, after }) => ({ before: before.replace(/\S*\s*$/, ''), after }),
};

/** Returns the text with the cursor one line higher or lower, at the same character if that line is long enough. */
function onOtherLine({ before, after }: InputLine, isUp: boolean): InputLine {
  const text = before + after;
  const start = before.lastIndexOf('\n') + 1;
  const from = isUp ? text.lastIndexOf('\n', start - 2) + 1 : text.indexOf('\n', before.length) + 1;
  if (isUp ? start === 0 : from === 0) {
    return { before, after };
  }
  const end = text.indexOf('\n', from);
  const at = Math.min(from + before.length - start, end === -1 ? text.length : end);
  return { before: text.slice(0, at), after: text.slice(at) };
}

/** Returns the text after a key is pressed. A key without a meaning changes nothing. */
export function edited(line: InputLine, input: string, key: Key): InputLine {
  const { before, after } = line;
  if (key.upArrow || key.downArrow) {
    return onOtherLine({ before, after }, key.upArrow);
  }
  const last = [...before].at(-1) ?? '';
  const [next = ''] = [...after];
  const withoutLast = before.slice(0, before.length - last.length);
  if (key.leftArrow) {
    return { before: withoutLast, after: last + after };
  }
  if (key.rightArrow) {
    return { before: before + next, after: after.slice(next.length) };
  }
  const shellKey = SHELL_KEYS[key.home ? 'a' : key.end ? 'e' : key.ctrl ? input : ''];
  if (shellKey) {
    return shellKey({ before, after });
  }
  // Ink reports the Backspace code of most terminals as Delete.
  if (key.backspace || key.delete) {
    return { before: withoutLast, after };
  }
  return key.ctrl || key.meta || key.tab || input === '' ? { before, after } : typedInto(line, input);
}
