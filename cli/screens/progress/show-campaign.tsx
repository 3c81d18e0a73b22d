import { render } from 'ink';
import type { CampaignStatus } from '../../commands/admin/campaigns/progress.ts';
import { CampaignScreen } from './CampaignScreen.tsx';

/** Draws a campaign on a terminal while `watch` runs. The caller handles Ctrl-C. */
export async function showCampaignScreen<T>(
  watch: (show: (progress: CampaignStatus) => void) => Promise<T>,
): Promise<T> {
  let screen: ReturnType<typeof render> | undefined;
  try {
    return await watch((progress) => {
      const frame = <CampaignScreen progress={progress} />;
      screen ??= render(frame, { stdout: process.stderr, exitOnCtrlC: false });
      screen.rerender(frame);
    });
  } finally {
    screen?.unmount();
    await screen?.waitUntilExit();
  }
}
