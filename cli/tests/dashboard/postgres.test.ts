import { onTestFinished } from 'vitest';
import { freshPostgres } from '../../../lab/testing/postgres.ts';
import { browserTest, startDashboard } from '../../testing/dashboard.ts';
import { sendCampaign } from './jobs/campaign.ts';
import { answerCustomer } from './jobs/inbox.ts';
import { mendWebhook } from './jobs/webhook.ts';

/** The tests on SQLite check the look, which does not depend on the database. */
const anyLook = async () => {};

async function startOnPostgres(flags: readonly string[] = []) {
  const { url, drop } = await freshPostgres();
  onTestFinished(drop);
  return startDashboard(['--memory', '--database', url, ...flags], { acceptDownloads: true });
}

browserTest('on PostgreSQL, an agent answers a customer who has just written', async () => {
  await answerCustomer(await startOnPostgres(), anyLook);
});

browserTest('on PostgreSQL, a campaign goes from a CSV file to its results', async () => {
  await sendCampaign(await startOnPostgres(), anyLook);
});

browserTest('on PostgreSQL, an owner finds a failed event, fixes the receiver and replays it', async () => {
  await mendWebhook(await startOnPostgres(['--clock', 'virtual']), anyLook);
});
