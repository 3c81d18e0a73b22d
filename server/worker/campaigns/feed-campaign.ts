import { CAMPAIGN_MOST_LEAVING } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { queueNext } from '../../domain/campaigns/campaign-messages.ts';
import type { Campaign } from '../../store/campaigns/campaigns.ts';
import type { Tx } from '../../store/index.ts';
import type { Task } from '../task.ts';
import { CAMPAIGN_TICK, campaignCapacity } from './campaign-pace.ts';

/** The number of messages per transaction. It is small, so that campaigns do not delay other work. */
const MAX_AT_ONCE = 8;
/** Above this load, a process creates fewer messages, down to one: requests and callbacks come first. */
const BUSY = 0.6;

/** Returns how many messages a process with this load creates per transaction. */
export const maxAtOnce = (load: number): number =>
  Math.max(1, Math.round(MAX_AT_ONCE * Math.min(1, (1 - load) / (1 - BUSY))));
/** How long to wait until queued messages are sent, in milliseconds. */
const PAUSE = 1_000;

/**
 * Creates the next messages of a campaign, a few at a time, while its connection has spare capacity and recipients are
 * waiting. Until then, recipients are only rows of a list, so a list of a hundred thousand people costs little. People
 * who opt out or are blocked before their turn are skipped.
 */
export const feedCampaign: Task = async (app, task) => {
  await app.store.transaction(async (tx) => {
    await tx.identities.lockNames(task.accountId); // a join locks people before campaigns
    // Locked until the commit: if two workers feed the same campaign, the second sees the result of the first.
    const campaign = await tx.campaigns.findHeld(task.accountId, Number(task.subject));
    const wait = campaign && (await (campaign.state === 'scheduled' ? begin : feedSending)(app, tx, campaign));
    if (wait === undefined) {
      await tx.outbox.finish([task.id]);
    } else {
      await tx.outbox.postpone([{ id: task.id, queue: task.queue, runAt: app.now() + wait * 1000 }]);
    }
  });
};

/** Starts a scheduled campaign at its time. The next turn of the task feeds it. */
async function begin(app: App, tx: Tx, { accountId, id, startsAt }: Campaign): Promise<number> {
  const left = (startsAt ?? 0) - app.now();
  if (left > 0) {
    return Math.ceil(left / 1000);
  }
  await tx.campaigns.move(accountId, id, ['scheduled'], 'sending', { at: app.monotonicNow() });
  return 0;
}

const feedSending = async (app: App, tx: Tx, campaign: Campaign): Promise<number | undefined> =>
  campaign.state === 'sending' ? feed(app, tx, campaign) : undefined;

/** Returns how long to wait until there may be more to do, in milliseconds; undefined if nothing is left. */
async function feed(app: App, tx: Tx, campaign: Campaign): Promise<number | undefined> {
  const { accountId, id, connectionId } = campaign;
  const connection = await tx.connections.find(accountId, connectionId);
  const downFor = (connection?.unavailableUntil ?? 0) - app.now();
  if (downFor > 0) {
    return Math.ceil(downFor / 1000);
  }
  const leaving = await tx.campaigns.countLeaving(accountId, id);
  const free = await campaignCapacity(app, tx, { accountId, connectionId });
  const room = Math.min(free, CAMPAIGN_MOST_LEAVING - leaving, maxAtOnce(app.load()));
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
      // Skipped recipients left capacity unused, so the next ones follow at once.
      return queued < room ? 0 : CAMPAIGN_TICK;
  }
}
