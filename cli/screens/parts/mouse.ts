import { useEffect, useEffectEvent } from 'react';
import { preferences } from '../../settings/preferences.ts';
import { withMethod } from '../terminal/with-method.ts';

/** A click, or a turn of the wheel, at a cell of the screen; both count from 0. */
export interface Pointer {
  row: number;
  column: number;
  /** The steps of the wheel: positive down. 0 for a click. */
  steps: number;
}

/** What the terminal sends when a button is pressed (M) or released (m) in SGR mouse mode. */
const PRESS = /\p{Cc}\[<(\d+);(\d+);(\d+)([Mm])/gu;
/** The beginning of such a sequence, whose rest the next read has. */
const BEGINNING = /\p{Cc}\[<[\d;]*$/u;
const LEFT_BUTTON = 0;
const WHEEL: Record<number, number> = { 64: -1, 65: 1 };
/** A step of the wheel moves this many lines. */
const LINES = 3;

const listeners = new Set<(at: Pointer) => void>();

/** Calls `handle` for each click and each turn of the wheel while the screen is active. */
export function usePointer(handle: (at: Pointer) => void, isActive: boolean): void {
  const latest = useEffectEvent(handle);
  useEffect(() => {
    if (!isActive) {
      return;
    }
    const listener = (at: Pointer) => latest(at);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [isActive]);
}

function report(button: number, column: number, row: number): void {
  const turned = WHEEL[button];
  if (turned !== undefined || button === LEFT_BUTTON) {
    for (const listener of [...listeners]) {
      listener({ row: row - 1, column: column - 1, steps: (turned ?? 0) * LINES });
    }
  }
}

/** Returns stdin without what the mouse sends, which Ink leaves out, and which `usePointer` gets. */
export function stdinWithoutMouse(): NodeJS.ReadStream {
  let begun = '';
  const read = (size?: number): string | null => {
    const chunk: unknown = process.stdin.read(size);
    if (chunk === null) {
      return null;
    }
    const text = begun + String(chunk);
    begun = BEGINNING.exec(text)?.[0] ?? '';
    return text
      .slice(0, text.length - begun.length)
      .replace(PRESS, (_, button: string, column: string, row: string, final: string) => {
        if (final === 'M') {
          report(Number(button), Number(column), Number(row));
        }
        return '';
      });
  };
  return withMethod(process.stdin, 'read', read);
}

/** Lets the terminal report presses of buttons and the wheel (modes 1000 and 1006), or leaves the mouse to it. */
export const [MOUSE_ON, MOUSE_OFF] = ['\u001b[?1000h\u001b[?1006h', '\u001b[?1006l\u001b[?1000l'];

/** Switches the mouse as the settings say. */
export const applyMouse = (): void => void process.stdout.write(preferences().mouse ? MOUSE_ON : MOUSE_OFF);
