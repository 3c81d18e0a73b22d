import type { App } from '../../app/app.ts';
import { randomText } from '../../base/secrets.ts';
import { MICROSECONDS } from '../../base/time.ts';
import type { Campaign, CampaignState, NewRecipient } from '../../store/campaigns/campaigns.ts';
import type { Tx } from '../../store/index.ts';
import { taskRow } from '../../store/tasks.ts';
import {
  type CampaignInput,
  type CampaignPerson,
  type CampaignPlan,
  planCampaign,
  requireListed,
} from './campaign-plan.ts';

/** Creates a campaign with an empty, open list. Nothing is sent before `beginCampaign`. */
export async function openCampaign(
  app: App,
  tx: Tx,
  { account, template, connection }: CampaignPlan,
  { digest, repetition = 0, name }: { digest: string; repetition?: number; name?: string | undefined },
): Promise<number> {
  return tx.campaigns.insert({
    accountId: account.id,
    templateId: template.id,
    templateName: template.name,
    language: template.language,
    connectionId: connection.id,
    digest,
    name: name ?? null,
    repetition,
    state: 'loading',
    createdAt: app.monotonicNow(),
  });
}

type CampaignKey = Pick<Campaign, 'accountId' | 'id'>;

/** Adds recipients if the list is open; returns whether it is. */
export async function addPeople(
  tx: Tx,
  { accountId, id }: CampaignKey,
  people: readonly NewRecipient[],
): Promise<boolean> {
  const isOpen = (await tx.campaigns.findHeld(accountId, id))?.state === 'loading';
  if (isOpen) {
    await tx.campaigns.addRecipients(accountId, id, people);
  }
  return isOpen;
}

/** Removes recipients from an open list, so that it can be written again. Returns whether there may be more of them. */
export async function removePeople(tx: Tx, { accountId, id }: CampaignKey, limit: number): Promise<boolean> {
  const isOpen = (await tx.campaigns.findHeld(accountId, id))?.state === 'loading';
  return isOpen && (await tx.campaigns.removeRecipients(accountId, id, limit)) === limit;
}

/**
 * Starts a campaign whose list is complete, now or at `startsAt`, in microseconds. Returns false if the list does not have exactly this many people, or if the
 * campaign has already started.
 */
export async function beginCampaign(
  app: App,
  tx: Tx,
  key: CampaignKey,
  people: number,
  startsAt?: number,
): Promise<boolean> {
  await tx.campaigns.findHeld(key.accountId, key.id);
  const isComplete = (await tx.campaigns.count(key.accountId, key.id)).waiting === people;
  if (!isComplete || startsAt === undefined) {
    return isComplete && (await setSending(app, tx, key, 'loading'));
  }
  const { accountId, id } = key;
  const moved = await tx.campaigns.move(accountId, id, ['loading'], 'scheduled', { at: startsAt });
  if (moved) {
    await tx.outbox.add([taskRow(accountId, 'feed-campaign', String(id), startsAt)]);
  }
  return moved;
}

/** Changes when a scheduled campaign starts, in microseconds. Returns false if it is not scheduled any more. */
export async function rescheduleCampaign(tx: Tx, { accountId, id }: CampaignKey, startsAt: number): Promise<boolean> {
  const moved = await tx.campaigns.move(accountId, id, ['scheduled'], 'scheduled', { at: startsAt });
  if (moved) {
    const waiting = { accountId, task: 'feed-campaign', subject: String(id) } as const;
    await tx.outbox.replaceWaiting({ ...waiting, by: { ...waiting, runAt: startsAt } });
  }
  return moved;
}

/** Resumes a stopped campaign. Returns false if it was not stopped. */
export async function resumeCampaign(app: App, tx: Tx, key: CampaignKey): Promise<boolean> {
  const moved = await setSending(app, tx, key, 'stopped');
  if (moved) {
    const { accountId, id } = key;
    const now = app.monotonicNow();
    // The task of a campaign that was scheduled still waits for its old time.
    await tx.outbox.runNow(accountId, 'feed-campaign', String(id), now);
    // Messages that were queued when the campaign stopped wait to be checked again.
    for (const messageId of await tx.campaigns.listLeaving(accountId, id)) {
      await tx.outbox.runNow(accountId, 'send-campaign-message', messageId, now);
    }
  }
  return moved;
}

async function setSending(app: App, tx: Tx, { accountId, id }: CampaignKey, from: CampaignState): Promise<boolean> {
  // Later than all messages of the campaign so far.
  const moved = await tx.campaigns.move(accountId, id, [from], 'sending', { at: app.monotonicNow() });
  if (moved) {
    const now = app.monotonicNow();
    await tx.outbox.addOnce(taskRow(accountId, 'feed-campaign', String(id), now), MICROSECONDS.second);
  }
  return moved;
}

/** Stops a campaign until it is resumed. Returns false if it was not sending or scheduled. */
export const stopCampaign = (app: App, tx: Tx, { accountId, id }: CampaignKey): Promise<boolean> =>
  tx.campaigns.move(accountId, id, ['scheduled', 'sending'], 'stopped', { at: app.now() });

/**
 * Creates a campaign with a short list and starts it immediately.
 *
 * @throws {ApiError} the same errors as `planCampaign`
 * @throws {Error} naming the recipient that `requireListed` rejects
 */
export async function createCampaign(
  app: App,
  tx: Tx,
  accountId: number,
  input: CampaignInput,
  list: readonly CampaignPerson[],
): Promise<number> {
  const plan = await planCampaign(app, tx, accountId, input);
  const people = list.map((listed, index) => {
    try {
      return { ...requireListed(plan, listed), position: index + 1 };
    } catch (error) {
      throw new Error(`recipients.${index}: ${(error as Error).message}`, { cause: error });
    }
  });
  // The digest is random, because each call creates a separate campaign even if it repeats another.
  const id = await openCampaign(app, tx, plan, { digest: randomText(32) });
  await addPeople(tx, { accountId, id }, people);
  await setSending(app, tx, { accountId, id }, 'loading');
  return id;
}
