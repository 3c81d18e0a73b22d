import { CAMPAIGN_SHARE, PROVIDER_SENDS_PER_SECOND, SEND_RETRY_DELAYS_SECONDS } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { MICROSECONDS } from '../../base/time.ts';
import { type CampaignRefusal, logStop, stopCampaignOf } from '../../domain/campaigns/refused-campaign.ts';
import type { ConnectionKey } from '../../store/connections/connection-paces.ts';
import { type Effects, mergeEffects } from '../../store/effects.ts';
import type { Tx } from '../../store/index.ts';
import type { StoredMessage } from '../../store/messages/messages.ts';
import type { LogAfterCommit } from '../task.ts';

/** How often a campaign checks whether its connection has spare capacity, in milliseconds. */
export const CAMPAIGN_TICK = 125;
/** When to check a message of a stopped campaign again, in seconds. */
const STOPPED_PAUSE = SEND_RETRY_DELAYS_SECONDS[2];

/** Campaigns use only connections that support templates. */
const CEILING = PROVIDER_SENDS_PER_SECOND.whatsapp;

/**
 * Returns how many campaign messages a connection can send at this moment. They never wait for time slots. Part of the
 * rate limit always stays free for API sends, which take precedence even if they need all of it (§8).
 */
export const campaignCapacity = (app: App, tx: Tx, connection: ConnectionKey): Promise<number> =>
  app.pacer.spare(tx, connection, CEILING * CAMPAIGN_SHARE, app.clock.now());

/** Returns how long this campaign message must wait, in milliseconds; 0 means that it has taken its time slot. */
export async function campaignWait(app: App, message: StoredMessage, campaignId: number): Promise<number> {
  const campaign = await app.store.read.campaigns.find(message.accountId, campaignId);
  if (campaign?.state === 'stopped') {
    return STOPPED_PAUSE * 1000;
  }
  const isFree = await app.pacer.takeSpare(message, CEILING, CEILING * CAMPAIGN_SHARE, app.clock.now());
  return isFree ? 0 : CAMPAIGN_TICK;
}

/**
 * Stops a campaign if the provider refuses its connection entirely, because every recipient would fail. The message
 * waits until the campaign resumes; `waits` returns the effects that make its task run again at `checkAt`.
 */
export function holdCampaign(
  app: Pick<App, 'log' | 'now'>,
  message: StoredMessage,
  campaignId: number,
  refusal: CampaignRefusal,
  waits: (checkAt: number) => Effects,
): { effects: Effects; result: LogAfterCommit } {
  const stopped = stopCampaignOf(message, campaignId, refusal, false);
  return {
    effects: mergeEffects(stopped, waits(app.now() + STOPPED_PAUSE * MICROSECONDS.second)),
    result: () => logStop(app, campaignId, refusal.error),
  };
}
