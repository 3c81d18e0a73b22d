import type { admin } from '@wigwag/server';
import { InterruptedError, OutcomeError } from '../../../program/errors/errors.ts';
import type { Operator } from '../operator.ts';

/** A campaign and its progress. */
export type CampaignStatus = admin.AdminOutput<'getCampaign'>;

/** The interval at which a campaign is read, in milliseconds. */
const INTERVAL = 500;
/**
 * A running server polls for work every two seconds. If work waits longer than this, no server is running.
 */
const IDLE_SECONDS = 6;

/** Returns how many recipients are no longer queued. */
export const handled = ({ recipients, waiting }: CampaignStatus): number => recipients - waiting;

/** Returns the important counts as text. */
export function inWords(counts: CampaignStatus): string {
  const gone = counts.queued + counts.sent + counts.delivered + counts.read;
  const parts = [
    `${gone} of ${counts.recipients} sent`,
    ...(['delivered', 'read', 'skipped', 'failed'] as const)
      .filter((state) => counts[state] > 0)
      .map((state) => `${counts[state]} ${state}`),
  ];
  return parts.join(', ');
}

/** Returns whether the campaign has work that no server is doing. */
export const isIdle = ({ state, idle_seconds }: CampaignStatus): boolean =>
  state === 'sending' && idle_seconds > IDLE_SECONDS;

/** The operator sees this warning if no server is running. */
export const NO_SERVER = 'no server is running on this database: the campaign waits until `wigwag serve` runs';

/**
 * Follows a campaign until it is done.
 *
 * @param show is called with each progress that differs from the previous one
 * @throws {InterruptedError} if a signal stops the command; the campaign itself continues
 * @throws {OutcomeError} if the campaign stopped
 */
export async function follow(
  call: Operator,
  { account, campaign: id }: admin.AdminInput<'getCampaign'>,
  stopped: Promise<unknown>,
  show: (progress: CampaignStatus) => void,
): Promise<CampaignStatus> {
  let isStopped = false;
  const stopping = stopped.then(() => {
    isStopped = true;
  });
  for (;;) {
    const progress = await call('getCampaign', { account, campaign: id });
    const { state, problem } = progress;
    show(progress);
    if (state === 'done') {
      return progress;
    }
    if (state === 'scheduled') {
      return progress;
    }
    if (state !== 'sending') {
      throw new OutcomeError(
        `campaign ${id} was stopped${problem === null ? '' : `: ${problem}`}; \`wigwag admin campaigns resume ${id}\` resumes it`,
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
