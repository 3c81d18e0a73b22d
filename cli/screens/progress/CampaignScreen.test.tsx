import { expect, test } from 'vitest';
import type { CampaignStatus } from '../../commands/admin/campaigns/progress.ts';
import { render } from '../../testing/ink.ts';
import { CampaignScreen } from './CampaignScreen.tsx';

const progress: CampaignStatus = {
  ...{ campaign_id: 3, name: null, template: 'promo', language: 'tr', connection_id: 'wa_1', problem: null },
  ...{ created_at: '2026-05-04T12:00:00.000000+00:00', starts_at: null, finished_at: null },
  ...{ recipients: 1000, idle_seconds: 0 },
  ...{ waiting: 300, skipped: 20, queued: 60, sent: 0, delivered: 20, read: 590, failed: 10 },
  state: 'sending',
};

function frameOf(changes: Partial<CampaignStatus> = {}): string {
  const { lastFrame, unmount } = render(<CampaignScreen progress={{ ...progress, ...changes }} />);
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
  expect(frameOf({ idle_seconds: 7 })).toContain('no server is running on this database');
  expect(frameOf({ idle_seconds: 5 })).not.toContain('no server');
  expect(frameOf({ idle_seconds: 7, state: 'stopped' })).not.toContain('no server');
});
