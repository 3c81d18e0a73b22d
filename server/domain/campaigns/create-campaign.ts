import type { App } from '../../app.ts';
import { randomText } from '../../secrets.ts';
import type { Campaign, CampaignState, NewRecipient } from '../../store/campaigns/campaigns.ts';
import type { Tx } from '../../store/index.ts';
import { type CampaignPlan, type CampaignWish, type Listed, planCampaign, requireListed } from './campaign-plan.ts';

/** A campaign whose list can be written down from now on; nothing is sent before `beginCampaign`. */
export async function openCampaign(
  app: App,
  tx: Tx,
  { account, template, connection }: CampaignPlan,
  { digest, repetition = 0 }: { digest: string; repetition?: number },
): Promise<number> {
  return tx.campaigns.insert({
    accountId: account.id,
    templateId: template.id,
    templateName: template.name,
    language: template.language,
    connectionId: connection.id,
    digest,
    repetition,
    state: 'loading',
    createdAt: app.monotonicNow(),
  });
}

type Key = Pick<Campaign, 'accountId' | 'id'>;

/** Writes people down while the list is open; answers false when it is open no more. */
export async function addPeople(tx: Tx, { accountId, id }: Key, people: readonly NewRecipient[]): Promise<boolean> {
  const isOpen = (await tx.campaigns.findHeld(accountId, id))?.state === 'loading';
  if (isOpen) {
    await tx.campaigns.addRecipients(accountId, id, people);
  }
  return isOpen;
}

/** Takes people off a list that is open, to write it down anew; answers whether there may be more of them. */
export async function removePeople(tx: Tx, { accountId, id }: Key, limit: number): Promise<boolean> {
  const isOpen = (await tx.campaigns.findHeld(accountId, id))?.state === 'loading';
  return isOpen && (await tx.campaigns.removeRecipients(accountId, id, limit)) === limit;
}

/** Lets a campaign send whose list is complete, that is, holds so many people; answers false when it is not, or was begun already. */
export async function beginCampaign(app: App, tx: Tx, key: Key, people: number): Promise<boolean> {
  await tx.campaigns.findHeld(key.accountId, key.id);
  const isComplete = (await tx.campaigns.count(key.accountId, key.id)).waiting === people;
  return isComplete && (await setSending(app, tx, key, 'loading'));
}

/** Lets a campaign that was stopped go on; answers false when it was not. */
export const resumeCampaign = (app: App, tx: Tx, key: Key): Promise<boolean> => setSending(app, tx, key, 'stopped');

async function setSending(app: App, tx: Tx, { accountId, id }: Key, from: CampaignState): Promise<boolean> {
  const moved = await tx.campaigns.move(accountId, id, [from], 'sending', { at: app.now() });
  if (moved) {
    await tx.outbox.add(accountId, 'feed-campaign', String(id), app.monotonicNow());
  }
  return moved;
}

/** Sends nothing more until it is resumed; answers false when it was not sending. */
export const stopCampaign = (app: App, tx: Tx, { accountId, id }: Key): Promise<boolean> =>
  tx.campaigns.move(accountId, id, ['sending'], 'stopped', { at: app.now() });

/**
 * A campaign to a short list, under way at once.
 *
 * @throws {ApiError} as `planCampaign`
 * @throws {Error} naming the recipient, for what `requireListed` refuses
 */
export async function createCampaign(
  app: App,
  tx: Tx,
  accountId: number,
  wish: CampaignWish,
  list: readonly Listed[],
): Promise<number> {
  const plan = await planCampaign(app, tx, accountId, wish);
  const people = list.map((listed, index) => {
    try {
      return { ...requireListed(plan, listed), position: index + 1 };
    } catch (error) {
      throw new Error(`recipients.${index}: ${(error as Error).message}`, { cause: error });
    }
  });
  // Each is a campaign of its own, even if the same is asked for twice.
  const id = await openCampaign(app, tx, plan, { digest: randomText(32) });
  await addPeople(tx, { accountId, id }, people);
  await setSending(app, tx, { accountId, id }, 'loading');
  return id;
}
