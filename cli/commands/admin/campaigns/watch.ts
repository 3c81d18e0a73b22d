import type { admin } from '@wigwag/server';
import type { CommandContext } from '../../../program/context/context.ts';
import type { Operator } from '../operator.ts';
import { type CampaignStatus, follow, inWords, isIdle, NO_SERVER } from './progress.ts';

/** Shows progress until the campaign is done: as a bar on a terminal, as lines elsewhere. */
export async function watch(
  { flags, output, say }: CommandContext,
  call: Operator,
  key: admin.AdminInput<'getCampaign'>,
  stopped: Promise<unknown>,
): Promise<void> {
  const last =
    process.stderr.isTTY && output.isDrawn && !flags.quiet
      ? await (await import('../../../screens/progress/show-campaign.tsx')).showCampaignScreen((show) =>
          follow(call, key, stopped, show),
        )
      : await follow(call, key, stopped, lines(say));
  await output.record(recordOf(last));
}

/** Interval between two lines of progress without a terminal, in milliseconds. */
const LINE_INTERVAL = 5_000;

function lines(say: CommandContext['say']): (progress: CampaignStatus) => void {
  let saidAt = Number.NEGATIVE_INFINITY;
  let last = '';
  return (progress) => {
    const line = `campaign ${progress.campaign_id}: ${inWords(progress)}${isIdle(progress) ? `; ${NO_SERVER}` : ''}`;
    const now = performance.now();
    if (line !== last && now - saidAt >= LINE_INTERVAL) {
      last = line;
      saidAt = now;
      say(line);
    }
  };
}

/** Returns a campaign and its results as a record to print. */
export function recordOf({ idle_seconds: _, ...campaign }: CampaignStatus): Omit<CampaignStatus, 'idle_seconds'> {
  return campaign;
}
