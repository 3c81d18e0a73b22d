import { CAMPAIGN_SHARE, PROVIDER_SENDS_PER_SECOND, SEND_RETRY_DELAYS_SECONDS } from '@wigwag/openapi';
import type { App } from '../../app.ts';
import type { Tx } from '../../store/index.ts';
import type { MessageError, StoredMessage } from '../../store/messages/messages.ts';
import type { Line } from '../../store/outbox/line-paces.ts';
import type { OutboxTask } from '../../store/outbox/outbox.ts';
import { MICROSECONDS } from '../../time.ts';
import type { Tell } from '../task.ts';

/** How often a campaign checks whether its connection has spare capacity, in milliseconds. */
export const CAMPAIGN_TICK = 125;
/** When to check a message of a stopped campaign again, in seconds. */
const STOPPED_PAUSE = SEND_RETRY_DELAYS_SECONDS[2];

/** Campaigns use connections that support templates. */
const CEILING = PROVIDER_SENDS_PER_SECOND.whatsapp;

/**
 * Returns how many campaign messages a connection can take at this moment. They never queue for time slots: part of the rate
 * limit always stays free for API sends, which come first if they need all of it (§8).
 */
export const campaignRoom = (app: App, tx: Tx, line: Line): Promise<number> =>
  app.pacer.spare(tx, line, CEILING * CAMPAIGN_SHARE, app.clock.now());

/** Returns the milliseconds until this campaign message may try to leave; 0 takes its slot. */
export async function campaignTurn(app: App, message: StoredMessage, campaignId: number): Promise<number> {
  const campaign = await app.store.read.campaigns.find(message.accountId, campaignId);
  if (campaign?.state === 'stopped') {
    return STOPPED_PAUSE * 1000;
  }
  const isFree = await app.pacer.takeSpare(message, CEILING, CEILING * CAMPAIGN_SHARE, app.clock.now());
  return isFree ? 0 : CAMPAIGN_TICK;
}

/**
 * A connection that the provider refuses entirely would fail every recipient: the campaign stops, and this message waits with
 * it.
 */
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
  return () => app.log.error({ campaign: campaignId, code }, 'a campaign stopped: the provider refuses its line');
}
