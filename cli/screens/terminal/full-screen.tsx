import { render } from 'ink';
import type { ReactNode } from 'react';
import { applyMouse, MOUSE_OFF, stdinWithoutMouse } from '../parts/mouse.ts';
import { AbsoluteColumns } from './absolute-columns.ts';
import { askWidths, OTHER_SCREEN, SAME_SCREEN, setWidths, type Widths } from './ask-widths.ts';
import { NO_PICTURES } from './pictures.ts';
import { withMethod } from './with-method.ts';

/** Frames per second. A change appears well within the tenth of a second that users perceive as instant. */
const FRAMES = 30;

/** Moves the cursor to the top left corner and clears the screen. */
const EMPTY_SCREEN = '\u001b[H\u001b[J';

/** Lets the terminal cut lines that it draws wider than Ink assumes, instead of wrapping them, which moves every row. */
const [NO_WRAP, WRAP] = ['\u001b[?7l', '\u001b[?7h'];

/** Returns stdout with a `write` that places each text at its column. */
function placedStdout(widths: Widths): NodeJS.WriteStream {
  const columns = new AbsoluteColumns(widths);
  const write = (chunk: string | Uint8Array, ...rest: never[]): boolean =>
    process.stdout.write(typeof chunk === 'string' ? columns.place(chunk) : chunk, ...rest);
  return withMethod(process.stdout, 'write', write);
}

/** Draws the whole screen again, as after a resize. */
export const redraw = (): void => void process.stdout.emit('resize');

const sizeNow = (): string => String(process.stdout.getWindowSize());

/** The longest time until a stop signal takes effect, in milliseconds. */
const STOP_MILLISECONDS = 100;

/**
 * Stops this process and the others of its shell job, as Ctrl-Z does in a terminal without raw mode. Resolves when the
 * shell continues the job.
 *
 * @param suspend gives the terminal back while its callback runs
 */
export async function stopJob(suspend: (work: () => Promise<void>) => Promise<void>): Promise<void> {
  await suspend(async () => {
    process.stdout.write(MOUSE_OFF + WRAP);
    const continued = new Promise<void>((resolve) => {
      process.once('SIGCONT', () => resolve());
      // A process without a shell is not stopped.
      setTimeout(resolve, STOP_MILLISECONDS);
    });
    process.kill(0, 'SIGTSTP');
    await continued;
    process.stdout.write(NO_WRAP);
    applyMouse();
  });
  redraw();
}

/**
 * Draws on the alternate screen while `work` runs, and restores the terminal however it ends.
 *
 * @param screen must fit the width of the terminal, because Ink does not count the lines of wrapped text
 */
export async function onFullScreen<T>(screen: ReactNode, work: () => Promise<T>): Promise<T> {
  const widths = await askWidths();
  setWidths(widths);
  const wrapAgain = () => void process.stdout.write(MOUSE_OFF + WRAP);
  process.on('exit', wrapAgain);
  const drawn = render(screen, {
    stdin: stdinWithoutMouse(),
    stdout: placedStdout(widths),
    alternateScreen: true,
    exitOnCtrlC: false,
    incrementalRendering: true,
    interactive: true,
    maxFps: FRAMES,
  });
  // Terminals wrap and move lines when their size changes. The next frame therefore starts on an empty screen.
  const empty = () => {
    drawn.clear();
    process.stdout.write(EMPTY_SCREEN);
  };
  process.stdout.prependListener('resize', empty);
  // After several changes, the size can be the earlier one when Node reads it. It then emits no event, although the
  // terminal has cut what was drawn.
  let size = sizeNow();
  const onSignal = () => {
    const before = size;
    size = sizeNow();
    if (size === before) {
      redraw();
    }
  };
  process.on('SIGWINCH', onSignal);
  process.stdout.write(NO_WRAP);
  applyMouse();
  try {
    return await work();
  } finally {
    process.off('SIGWINCH', onSignal);
    process.stdout.off('resize', empty);
    drawn.unmount();
    await drawn.waitUntilExit();
    process.off('exit', wrapAgain);
    wrapAgain();
  }
}

/**
 * Gives the whole terminal to `work`, and then draws the screen again.
 *
 * @param work may clear the terminal and write a text, wait for a key, and ask the terminal
 */
export async function besideScreen(
  suspend: (work: () => Promise<void>) => Promise<void>,
  work: (terminal: { show: (text: string) => void; key: () => Promise<string> }) => Promise<void>,
): Promise<void> {
  await suspend(async () => {
    const { stdin, stdout } = process;
    const leave = () => void stdout.write(`${NO_PICTURES}${EMPTY_SCREEN}${SAME_SCREEN}`);
    process.on('exit', leave);
    stdout.write(`${MOUSE_OFF}${OTHER_SCREEN}${EMPTY_SCREEN}`);
    const key = async () => {
      stdin.setRawMode(true);
      await new Promise((resolve) => stdin.once('readable', resolve));
      const keys = String(stdin.read() ?? '');
      stdin.setRawMode(false);
      return keys;
    };
    try {
      await work({ show: (text) => void stdout.write(`${NO_PICTURES}${EMPTY_SCREEN}${text}`), key });
    } finally {
      process.off('exit', leave);
      leave();
      stdout.write(NO_WRAP);
      applyMouse();
    }
  });
  redraw();
}

/** Copies a text to the clipboard with a terminal command (OSC 52), which does not move the cursor. */
export function copyByTerminal(text: string): void {
  process.stdout.write(`\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`);
}
