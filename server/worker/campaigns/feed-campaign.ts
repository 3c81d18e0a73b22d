import { CAMPAIGN_MOST_LEAVING } from '@wigwag/openapi';
import type { App } from '../../app.ts';
import { queueNext } from '../../domain/campaigns/campaign-messages.ts';
import type { Campaign } from '../../store/campaigns/campaigns.ts';
import type { Tx } from '../../store/index.ts';
import type { Task } from '../task.ts';
import { CAMPAIGN_TICK, campaignRoom } from './campaign-turn.ts';

/** How many messages are made in one go: what a campaign writes should keep nobody waiting. */
const MOST_AT_ONCE = 8;
/** A process that is busier than this makes fewer, down to one: requests and callbacks come first. */
const BUSY = 0.6;

/** How many messages a process that is so busy makes in one go. */
export const mostAtOnce = (load: number): number =>
  Math.max(1, Math.round(MOST_AT_ONCE * Math.min(1, (1 - load) / (1 - BUSY))));
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
  const free = await campaignRoom(app, tx, { accountId, connectionId });
  const room = Math.min(free, CAMPAIGN_MOST_LEAVING - leaving, mostAtOnce(app.load()));
  const { queued, result } = await queueNext(app, tx, campaign, room);
  switch (result) {
    case 'stopped':
      return undefined;
    case 'all queued':
      if (leaving + queued > 0) {
        return PAUSE;
      }
      await tx.campaigns.move(accountId, id, ['sending'], 'done', { at: app.now() });
      return undefined;
    case 'more wait':
      // A room that skipped people left empty is filled at once.
      return queued < room ? 0 : CAMPAIGN_TICK;
  }
}
