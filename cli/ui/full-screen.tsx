import { render } from 'ink';
import type { ReactNode } from 'react';

/** Frames a second: no change is seen later than the tenth of a second that people call at once. */
const FRAMES = 30;

/** Draws on a screen of its own while `work` runs, and gives the terminal back as it was, however it ends. */
export async function onFullScreen<T>(screen: ReactNode, work: () => Promise<T>): Promise<T> {
  const drawn = render(screen, {
    alternateScreen: true,
    exitOnCtrlC: false,
    incrementalRendering: true,
    interactive: true,
    maxFps: FRAMES,
  });
  try {
    return await work();
  } finally {
    drawn.unmount();
    await drawn.waitUntilExit();
  }
}

/** Puts a text on the clipboard by the terminal's own command (OSC 52), which moves no cursor. */
export function copyByTerminal(text: string): void {
  process.stdout.write(`\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`);
}
