import { type App, admin } from '@wigwag/server';
import { InterruptedError, OutcomeError } from '../../../program/errors.ts';

/** Polling interval of the database in milliseconds. */
const INTERVAL = 500;
/**
 * A running server polls for work every two seconds. If work waits longer than this, no server is running.
 */
const IDLE_SECONDS = 6;

/** Returns how many recipients are no longer queued. */
export const handled = ({ total, counts }: admin.CampaignProgress): number => total - counts.waiting;

/** Returns the important counts as text. */
export function inWords({ counts, total }: admin.CampaignProgress): string {
  const gone = counts.queued + counts.sent + counts.delivered + counts.read;
  const parts = [
    `${gone} of ${total} sent`,
    ...(['delivered', 'read', 'skipped', 'failed'] as const)
      .filter((state) => counts[state] > 0)
      .map((state) => `${counts[state]} ${state}`),
  ];
  return parts.join(', ');
}

/** Returns whether the campaign has work that no server is doing. */
export const isDeserted = ({ campaign, idleSeconds }: admin.CampaignProgress): boolean =>
  campaign.state === 'sending' && idleSeconds > IDLE_SECONDS;

/** The operator sees this warning if no server is running. */
export const DESERTED = 'no server is running on this database: the campaign waits until `wigwag serve` runs';

/**
 * Follows a campaign until it is done.
 *
 * @param show is called with each progress that differs from the previous one
 * @throws {InterruptedError} if a signal stops the command; the campaign itself continues
 * @throws {OutcomeError} if the campaign stopped
 */
export async function follow(
  app: App,
  key: admin.CampaignKey,
  stopped: Promise<unknown>,
  show: (progress: admin.CampaignProgress) => void,
): Promise<admin.CampaignProgress> {
  const { id } = key;
  let isStopped = false;
  const stopping = stopped.then(() => {
    isStopped = true;
  });
  for (;;) {
    const campaign = await admin.findCampaign(app, key);
    if (!campaign) {
      throw new OutcomeError(`campaign ${id} no longer exists`);
    }
    const progress = await admin.progressOf(app, campaign);
    show(progress);
    if (campaign.state === 'done') {
      return progress;
    }
    if (campaign.state !== 'sending') {
      throw new OutcomeError(
        `campaign ${id} was stopped${campaign.problem === null ? '' : `: ${campaign.problem}`}; \`wigwag admin campaigns resume ${id}\` resumes it`,
      );
    }
    await Promise.race([stopping, new Promise((resolve) => setTimeout(resolve, INTERVAL))]);
    if (isStopped) {
      throw new InterruptedError(
        `the server continues campaign ${id}; \`wigwag admin campaigns show ${id}\` shows its progress, \`stop ${id}\` stops it`,
      );
    }
  }
}
