import { render } from 'ink';
import type { DemoStep, Show } from '../../demo/script.ts';
import { DemoScreen } from './DemoScreen.tsx';

/** Draws the demo on a terminal while `play` runs. */
export async function showDemoScreen(play: (show: Show) => Promise<void>): Promise<void> {
  const steps: DemoStep[] = [];
  const screen = render(<DemoScreen steps={steps} running />);
  const draw = (running: boolean) => screen.rerender(<DemoScreen steps={[...steps]} running={running} />);
  try {
    await play((step) => {
      steps.push(step);
      draw(true);
    });
  } finally {
    draw(false);
    screen.unmount();
    await screen.waitUntilExit();
  }
}
