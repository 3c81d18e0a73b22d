import { type App, type admin, isoOf } from '@wigwag/server';
import type { Context } from '../../../program/context.ts';
import { DESERTED, follow, inWords, isDeserted } from './progress.ts';

/** Shows progress until the campaign is done: as a bar on a terminal, as lines elsewhere. */
export async function watch(
  { flags, output, say }: Context,
  app: App,
  key: admin.CampaignKey,
  stopped: Promise<unknown>,
): Promise<void> {
  const last =
    process.stderr.isTTY && output.isDrawn && !flags.quiet
      ? await (await import('../../../screens/show-campaign.tsx')).showCampaignScreen((show) =>
          follow(app, key, stopped, show),
        )
      : await follow(app, key, stopped, lines(say));
  await output.record(recordOf(last));
}

/** Interval between two lines of progress without a terminal, in milliseconds. */
const LINE_INTERVAL = 5_000;

function lines(say: Context['say']): (progress: admin.CampaignProgress) => void {
  let saidAt = Number.NEGATIVE_INFINITY;
  let last = '';
  return (progress) => {
    const line = `campaign ${progress.campaign.id}: ${inWords(progress)}${isDeserted(progress) ? `; ${DESERTED}` : ''}`;
    const now = performance.now();
    if (line !== last && now - saidAt >= LINE_INTERVAL) {
      last = line;
      saidAt = now;
      say(line);
    }
  };
}

/** Returns a campaign and its results as a record to print. */
export const recordOf = ({ campaign, total, counts }: admin.CampaignProgress): Record<string, unknown> => ({
  campaign_id: campaign.id,
  template: campaign.templateName,
  language: campaign.language,
  connection_id: campaign.connectionId,
  state: campaign.state,
  problem: campaign.problem,
  created_at: isoOf(campaign.createdAt),
  finished_at: campaign.finishedAt === null ? null : isoOf(campaign.finishedAt),
  recipients: total,
  ...counts,
});
