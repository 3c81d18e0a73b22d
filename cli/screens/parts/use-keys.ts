import { type Key, useApp, useInput, usePaste, useStdin } from 'ink';
import { useRef, useState } from 'react';
import { redraw, stopJob } from '../terminal/full-screen.tsx';
import { type Actions, translator } from './actions.ts';
import { useArea } from './area.tsx';
import { type Pointer, usePointer } from './mouse.ts';

/** State whose `now` is always the current value, not the value at the last frame: keys can arrive faster than frames. */
export interface Now<T> {
  readonly now: T;
  set: (next: T) => void;
}

export function useNow<T>(initial: T): Now<T> {
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

/** In a text: Enter, a control code, or the text before the next one. Elsewhere: each key, with repeats of held j or k as one. */
const [WRITTEN, PRESSED] = [/^(?:[^\P{Cc}\n\t]|(?:\P{Cc}|[\n\t])+)/u, /^(?:j+|k+|.)/su];

/** A control code without another meaning. Ink reports it as a key only if it is alone in a read. */
const CONTROL = /^[^\P{Cc}\t\n\r]$/u;

/** Returns the key of a control code. */
function controlKey(code: string, key: Key): [input: string, key: Key] {
  const isBackspace = code === '\b' || code === '\u007f';
  const letter = String.fromCharCode(code.charCodeAt(0) + 'a'.charCodeAt(0) - 1);
  return isBackspace ? ['', { ...key, backspace: true }] : [letter, { ...key, ctrl: true }];
}

interface Keys {
  /** The name of the screen and its actions, whose keys the user can replace. */
  actions?: readonly [screen: string, actions: Actions];
  /** Returns whether letters are text rather than commands. */
  isWriting: () => boolean;
  press: (input: string, key: Key) => void;
  /** Takes a click or a turn of the wheel; the row is one of the area. */
  point?: (at: Pointer) => void;
  /** Takes pasted text, whose line breaks do not send it. Not called if the user is not writing. */
  paste: (text: string) => void;
}

/**
 * Handles keys in order. One read can contain several, from a slow connection or a program that types. Ctrl-J and
 * Alt-Enter are a line break, Ctrl-L draws the screen again, and Ctrl-Z stops the command until the shell continues it.
 */
export function useKeys({ isWriting, press, paste, point, actions }: Keys): void {
  const { suspendTerminal } = useApp();
  const { isActive, take, top, pointAbove } = useArea();
  const { stdin } = useStdin();
  const translate = actions ? translator(...actions) : (input: string) => input;
  /** Returns whether the frame took the key. */
  const handle = (input: string, key: Key): boolean => {
    if (isWriting()) {
      press(input, key);
    } else if (!take?.(input, key)) {
      press(key.ctrl || key.meta ? input : translate(input), key);
    } else {
      return true;
    }
    return false;
  };
  /** Handles a key that is alone. */
  const handleOne = (input: string, key: Key): boolean => {
    if (key.ctrl && input === 'l') {
      redraw();
      return false;
    }
    if (key.ctrl && input === 'z') {
      void stopJob(suspendTerminal);
      return false;
    }
    return handle(input, key);
  };
  useInput(
    (input, key) => {
      if (key.meta && key.return && isWriting()) {
        paste('\n');
        return;
      }
      if (input === '' || key.ctrl || key.meta) {
        handleOne(input, key);
        return;
      }
      for (let rest = input; rest !== ''; ) {
        const [first = rest] = (isWriting() ? WRITTEN : PRESSED).exec(rest) ?? [];
        const isTaken = CONTROL.test(first)
          ? handleOne(...controlKey(first, key))
          : handle(first, { ...key, return: first.startsWith('\r') || (first.startsWith('\n') && !isWriting()) });
        rest = rest.slice(first.length);
        if (isTaken && rest !== '') {
          // The other keys are for the screen that the frame shows next.
          const others = Buffer.from(rest);
          setImmediate(() => stdin.unshift(others));
          return;
        }
      }
    },
    { isActive },
  );
  usePointer((at) => (at.row < top ? pointAbove?.(at) : point?.({ ...at, row: at.row - top })), isActive);
  usePaste(
    (text) => {
      if (isWriting()) {
        paste(text.replaceAll(/\r\n?/g, '\n'));
      }
    },
    { isActive },
  );
}
