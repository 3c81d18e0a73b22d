import { CAMPAIGN_SHARE, PROVIDER_SENDS_PER_SECOND, SEND_RETRY_DELAYS_SECONDS } from '@wigwag/openapi';
import type { App } from '../../app.ts';
import type { Tx } from '../../store/index.ts';
import type { MessageError, StoredMessage } from '../../store/messages/messages.ts';
import type { Line } from '../../store/outbox/line-paces.ts';
import type { OutboxTask } from '../../store/outbox/outbox.ts';
import { MICROSECONDS } from '../../time.ts';
import type { Tell } from '../task.ts';

/** How often a campaign looks whether its line has room, in milliseconds. */
export const CAMPAIGN_TICK = 125;
/** When a message whose campaign was stopped is looked at again, in seconds. */
const STOPPED_PAUSE = SEND_RETRY_DELAYS_SECONDS[2];

/** Campaigns go over lines that take templates. */
const CEILING = PROVIDER_SENDS_PER_SECOND.whatsapp;

/**
 * How many messages of campaigns a line takes at this moment. They never stand in line: what the API sends finds a part of the
 * ceiling free, and goes first when it needs all of it (§8).
 */
export const campaignRoom = (app: App, tx: Tx, line: Line): Promise<number> =>
  app.pacer.spare(tx, line, CEILING * CAMPAIGN_SHARE, app.clock.now());

/** Milliseconds until this message of a campaign may try to leave; its place is taken when that is now. */
export async function campaignTurn(app: App, message: StoredMessage, campaignId: number): Promise<number> {
  const campaign = await app.store.read.campaigns.find(message.accountId, campaignId);
  if (campaign?.state === 'stopped') {
    return STOPPED_PAUSE * 1000;
  }
  const isFree = await app.pacer.takeSpare(message, CEILING, CEILING * CAMPAIGN_SHARE, app.clock.now());
  return isFree ? 0 : CAMPAIGN_TICK;
}

/** A line that the provider refuses altogether would cost every recipient: the campaign stops, and this message waits with it. */
export async function holdCampaign(
  app: App,
  tx: Tx,
  task: OutboxTask,
  message: StoredMessage,
  campaignId: number,
  { code, title }: MessageError,
): Promise<Tell> {
  const problem = `the provider refuses ${message.connectionId}: ${code} ${title}`;
  await tx.campaigns.move(message.accountId, campaignId, ['sending'], 'stopped', { at: app.now(), problem });
  await tx.outbox.runAgain(task.id, app.now() + STOPPED_PAUSE * MICROSECONDS.second);
  return () => app.log.error({ campaign: campaignId, code }, 'a campaign stopped: its line is refused');
}
