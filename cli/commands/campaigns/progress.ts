import { type App, admin } from '@wigwag/server';
import { InterruptedError, OutcomeError } from '../../program/errors.ts';

/** How often the database is asked, in milliseconds. */
const INTERVAL = 500;
/** Work that lies about for longer shows that no server runs: one that does looks every two seconds. */
const IDLE_SECONDS = 6;

/** Everybody whose turn has come. */
export const handled = ({ total, counts }: admin.CampaignProgress): number => total - counts.waiting;

/** The counts in words, the ones that matter. */
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

/** Whether the campaign has work that no server takes up. */
export const isDeserted = ({ campaign, idleSeconds }: admin.CampaignProgress): boolean =>
  campaign.state === 'sending' && idleSeconds > IDLE_SECONDS;

/** What the operator reads of it. */
export const DESERTED = 'no server works on this database: the campaign waits until `wigwag serve` runs';

/**
 * Follows a campaign until it is done.
 *
 * @param show is given each step that differs from the one before
 * @throws {InterruptedError} when it is told to stop; the campaign itself goes on
 * @throws {OutcomeError} when the campaign stopped
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
      throw new OutcomeError(`campaign ${id} is gone`);
    }
    const progress = await admin.progressOf(app, campaign);
    show(progress);
    if (campaign.state === 'done') {
      return progress;
    }
    if (campaign.state !== 'sending') {
      throw new OutcomeError(
        `campaign ${id} was stopped${campaign.problem === null ? '' : `: ${campaign.problem}`}; \`wigwag admin campaigns resume ${id}\` lets it go on`,
      );
    }
    await Promise.race([stopping, new Promise((resolve) => setTimeout(resolve, INTERVAL))]);
    if (isStopped) {
      throw new InterruptedError(
        `campaign ${id} goes on without you; \`wigwag admin campaigns show ${id}\` tells how far it is, \`stop ${id}\` stops it`,
      );
    }
  }
}
