import { CAMPAIGN_MOST_LEAVING } from '@wigwag/openapi';
import type { App } from '../../app.ts';
import { queueNext } from '../../domain/campaign-messages.ts';
import type { Campaign } from '../../store/campaigns.ts';
import type { Tx } from '../../store/index.ts';
import { CAMPAIGN_TICK, campaignRoom } from './campaign-turn.ts';
import type { Task } from './task.ts';

/** How many messages are made in one go: what a campaign writes should keep nobody waiting. */
const MOST_AT_ONCE = 16;
/** How long to wait for those who are leaving, in milliseconds. */
const PAUSE = 1_000;

/**
 * Makes the next messages of a campaign while its line has room, a few at a time until nobody waits. So a hundred thousand
 * recipients are rows of a list and no more, and whoever opts out or is blocked meanwhile is passed over.
 */
export const feedCampaign: Task = async (app, task) => {
  await app.store.transaction(async (tx) => {
    // Held until the commit: of two that feed one campaign the second sees what the first did.
    const campaign = await tx.campaigns.findHeld(task.accountId, Number(task.subject));
    const wait = campaign?.state === 'sending' ? await feed(app, tx, campaign) : undefined;
    if (wait === undefined) {
      await tx.outbox.finish(task.id);
    } else {
      await tx.outbox.postpone(task.id, app.now() + wait * 1000);
    }
  });
};

/** Milliseconds until there may be more to do; undefined when there is not. */
async function feed(app: App, tx: Tx, campaign: Campaign): Promise<number | undefined> {
  const { accountId, id, connectionId } = campaign;
  const connection = await tx.connections.find(accountId, connectionId);
  const downFor = (connection?.unavailableUntil ?? 0) - app.now();
  if (downFor > 0) {
    return Math.ceil(downFor / 1000);
  }
  const leaving = await tx.campaigns.countLeaving(accountId, id);
  const room = Math.min(campaignRoom(app, connectionId), CAMPAIGN_MOST_LEAVING - leaving, MOST_AT_ONCE);
  const { queued, result } = await queueNext(app, tx, campaign, room);
  switch (result) {
    case 'stopped':
      return undefined;
    case 'nobody waits':
      if (leaving + queued > 0) {
        return PAUSE;
      }
      await tx.campaigns.move(accountId, id, ['sending'], 'done', { at: app.now() });
      return undefined;
    case 'more wait':
      if (leaving >= CAMPAIGN_MOST_LEAVING) {
        return PAUSE;
      }
      // A room that skipped people left empty is filled at once.
      return queued < room ? 0 : CAMPAIGN_TICK;
  }
}
