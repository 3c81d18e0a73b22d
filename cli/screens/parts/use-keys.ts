import { type Key, useApp, useInput, usePaste } from 'ink';
import { useRef, useState } from 'react';
import { redraw, stopJob } from '../terminal/full-screen.tsx';

/**
 * Returns state whose `now` is always the current value, not the value at the last frame: keys can arrive faster than
 * frames.
 */
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

/** In a text: Enter, or the text between two Enters. Elsewhere: each key, with repeats of a held key as one. */
const [WRITTEN, PRESSED] = [/^(?:\r|[^\r]+)/, /^(.)\1*/su];

interface Keys {
  /** Returns whether letters are text rather than commands. */
  isWriting: () => boolean;
  press: (input: string, key: Key) => void;
  /** Takes pasted text, whose line breaks do not send it. Not called if the user is not writing. */
  paste: (text: string) => void;
}

/**
 * Handles keys in order. One read can contain several, from a slow connection or a program that types. Ctrl-J and
 * Alt-Enter are a line break, Ctrl-L draws the screen again, and Ctrl-Z stops the command until the shell continues it.
 */
export function useKeys({ isWriting, press, paste }: Keys): void {
  const { suspendTerminal } = useApp();
  useInput((input, key) => {
    if (key.ctrl && input === 'l') {
      redraw();
      return;
    }
    if (key.ctrl && input === 'z') {
      void stopJob(suspendTerminal);
      return;
    }
    if (key.meta && key.return && isWriting()) {
      paste('\n');
      return;
    }
    if (input === '' || key.ctrl || key.meta) {
      press(input, key);
      return;
    }
    for (let rest = input; rest !== ''; ) {
      const [first = rest] = (isWriting() ? WRITTEN : PRESSED).exec(rest) ?? [];
      press(first, { ...key, return: first.startsWith('\r') || (first.startsWith('\n') && !isWriting()) });
      rest = rest.slice(first.length);
    }
  });
  usePaste((text) => {
    if (isWriting()) {
      paste(text.replaceAll(/\r\n?/g, '\n'));
    }
  });
}
