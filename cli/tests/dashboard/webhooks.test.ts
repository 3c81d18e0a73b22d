import { browserTest, expectWellMade, startDashboard } from '../../testing/dashboard.ts';
import { mendWebhook, useSecondEndpoint } from './jobs/webhook.ts';

browserTest('an owner fixes a receiver and replays its events, then adds an endpoint for failed messages', async () => {
  const dashboard = await startDashboard(['--memory', '--clock', 'virtual']);
  await mendWebhook(dashboard, expectWellMade);
  await useSecondEndpoint(dashboard, expectWellMade);
});
