import { render } from 'ink';
import type { ReactNode } from 'react';

/** Frames per second. A change appears well within the tenth of a second that users perceive as instant. */
const FRAMES = 30;

/** Moves the cursor to the top left corner and clears the screen. */
const EMPTY_SCREEN = '\u001b[H\u001b[J';

/**
 * Draws on the alternate screen while `work` runs, and restores the terminal however it ends.
 *
 * @param screen must fit the width of the terminal, because Ink does not count the lines of wrapped text
 */
export async function onFullScreen<T>(screen: ReactNode, work: () => Promise<T>): Promise<T> {
  const drawn = render(screen, {
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
  try {
    return await work();
  } finally {
    process.stdout.off('resize', empty);
    drawn.unmount();
    await drawn.waitUntilExit();
  }
}

/** Copies a text to the clipboard with a terminal command (OSC 52), which does not move the cursor. */
export function copyByTerminal(text: string): void {
  process.stdout.write(`\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`);
}
