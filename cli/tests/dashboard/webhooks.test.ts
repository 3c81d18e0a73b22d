import { browserTest, expectWellMade, startDashboard } from '../../testing/dashboard.ts';
import { mendWebhook } from './jobs/webhook.ts';

browserTest('an owner adds an endpoint, finds a failed event, fixes the receiver and replays it', async () => {
  await mendWebhook(await startDashboard(['--memory', '--clock', 'virtual']), expectWellMade);
});
