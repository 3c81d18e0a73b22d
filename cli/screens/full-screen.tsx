import { render } from 'ink';
import type { ReactNode } from 'react';

/** Frames a second: no change is seen later than the tenth of a second that people call at once. */
const FRAMES = 30;

/** The first corner of the screen, and nothing on it from there on. */
const EMPTY_SCREEN = '\u001b[H\u001b[J';

/**
 * Draws on a screen of its own while `work` runs, and gives the terminal back as it was, however it ends.
 *
 * @param screen as wide as it is given room: what names the width of a wider window is broken into lines that nobody counts
 */
export async function onFullScreen<T>(screen: ReactNode, work: () => Promise<T>): Promise<T> {
  const drawn = render(screen, {
    alternateScreen: true,
    exitOnCtrlC: false,
    incrementalRendering: true,
    interactive: true,
    maxFps: FRAMES,
  });
  // Terminals break and move lines when their size changes, so what is drawn next begins on an empty screen.
  const empty = () => {
    drawn.clear();
    process.stdout.write(EMPTY_SCREEN);
  };
  process.stdout.prependListener('resize', empty);
  try {
    return await work();
  } finally {
    process.stdout.off('resize', empty);
    drawn.unmount();
    await drawn.waitUntilExit();
  }
}

/** Puts a text on the clipboard by the terminal's own command (OSC 52), which moves no cursor. */
export function copyByTerminal(text: string): void {
  process.stdout.write(`\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`);
}
