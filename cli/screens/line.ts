import type { Key } from 'ink';

/** A line that the user edits: the text before the cursor, and the text after it. */
export interface Line {
  before: string;
  after: string;
}

export const lineOf = (text: string): Line => ({ before: text, after: '' });

export const textOf = ({ before, after }: Line): string => before + after;

export const typedInto = ({ before, after }: Line, text: string): Line => ({ before: before + text, after });

/** Returns the line after a key is pressed. A key without a meaning changes nothing. */
export function edited({ before, after }: Line, input: string, key: Key): Line {
  const last = [...before].at(-1) ?? '';
  const [next = ''] = [...after];
  const withoutLast = before.slice(0, before.length - last.length);
  if (key.leftArrow) {
    return { before: withoutLast, after: last + after };
  }
  if (key.rightArrow) {
    return { before: before + next, after: after.slice(next.length) };
  }
  if (key.home || key.end) {
    return key.home ? { before: '', after: before + after } : { before: before + after, after: '' };
  }
  // Ink reports the Backspace code of most terminals as Delete.
  if (key.backspace || key.delete) {
    return { before: withoutLast, after };
  }
  return key.ctrl || key.meta || key.tab ? { before, after } : { before: before + input, after };
}
