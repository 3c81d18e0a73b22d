import { EventEmitter } from 'node:events';
import { render as renderTo } from 'ink';
import type { ReactNode } from 'react';

/** A terminal of 100 columns that keeps the last frame. */
class Screen extends EventEmitter {
  readonly columns = 100;
  frame: string | undefined;
  readonly write = (frame: string): boolean => {
    this.frame = frame;
    return true;
  };
}

/** A keyboard. `write` presses keys. */
class Keyboard extends EventEmitter {
  readonly isTTY = true;
  #keys: string | null = null;
  readonly write = (keys: string): void => {
    this.#keys = keys;
    this.emit('readable');
  };
  readonly read = (): string | null => {
    const keys = this.#keys;
    this.#keys = null;
    return keys;
  };
  setEncoding(): void {}
  setRawMode(): void {}
  resume(): void {}
  pause(): void {}
  ref(): void {}
  unref(): void {}
}

/** Draws a component without a terminal. */
export function render(tree: ReactNode) {
  const [stdin, stdout, stderr] = [new Keyboard(), new Screen(), new Screen()];
  const { rerender, unmount } = renderTo(tree, {
    stdin: stdin as unknown as NodeJS.ReadStream,
    stdout: stdout as unknown as NodeJS.WriteStream,
    stderr: stderr as unknown as NodeJS.WriteStream,
    debug: true,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  return { stdin, rerender, unmount, lastFrame: () => stdout.frame };
}
