import type { admin, Campaign } from '@wigwag/server';
import { render } from 'ink-testing-library';
import { expect, test } from 'vitest';
import { CampaignScreen } from './CampaignScreen.tsx';

const campaign = { id: 3, state: 'sending' } as Campaign;
const counts = { waiting: 300, skipped: 20, queued: 60, sent: 0, delivered: 20, read: 590, failed: 10 };

function frameOf(changes: Partial<admin.CampaignProgress> = {}): string {
  const { lastFrame, unmount } = render(
    <CampaignScreen progress={{ campaign, total: 1000, counts, idleSeconds: 0, ...changes }} />,
  );
  const frame = lastFrame() ?? '';
  unmount();
  return frame;
}

test('the screen shows the progress and the results', () => {
  const frame = frameOf();
  expect(frame).toMatch(/^campaign 3 \S{40} 70 %$/m);
  expect(frame).toContain('670 of 1000 sent, 20 delivered, 590 read, 20 skipped, 10 failed');
  expect(frame).not.toContain('no server');
});

test('the screen warns if no server is running', () => {
  expect(frameOf({ idleSeconds: 7 })).toContain('no server is running on this database');
  expect(frameOf({ idleSeconds: 5 })).not.toContain('no server');
  expect(frameOf({ idleSeconds: 7, campaign: { ...campaign, state: 'stopped' } })).not.toContain('no server');
});
