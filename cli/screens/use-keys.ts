import { type Key, useInput, usePaste } from 'ink';
import { useRef, useState } from 'react';

/** State that is read as it is, not as it was drawn: keys may come faster than frames. */
export function useNow<T>(initial: T): { readonly now: T; set: (next: T) => void } {
  const [drawn, draw] = useState(initial);
  const state = useRef(drawn);
  return {
    get now() {
      return state.current;
    },
    set: (next) => {
      state.current = next;
      draw(() => next);
    },
  };
}

/** Where a line is written, Enter and what stands between; elsewhere each key, and one that is held as one. */
const [WRITTEN, PRESSED] = [/^(?:[\r\n]|[^\r\n]+)/, /^(.)\1*/su];

interface Keys {
  /** Whether letters are letters now, and no commands. */
  isWriting: () => boolean;
  press: (input: string, key: Key) => void;
  /** A text with its line breaks, which send nothing. It is left out where nothing is written. */
  paste: (text: string) => void;
}

/** Has keys pressed in their order. Several are read at once from a slow line, or when a program types. */
export function useKeys({ isWriting, press, paste }: Keys): void {
  useInput((input, key) => {
    if (input === '' || key.ctrl || key.meta) {
      press(input, key);
      return;
    }
    for (let rest = input; rest !== ''; ) {
      const [first = rest] = (isWriting() ? WRITTEN : PRESSED).exec(rest) ?? [];
      press(first, { ...key, return: /^[\r\n]/.test(first) });
      rest = rest.slice(first.length);
    }
  });
  usePaste((text) => {
    if (isWriting()) {
      paste(text.replaceAll(/\r\n?/g, '\n'));
    }
  });
}
