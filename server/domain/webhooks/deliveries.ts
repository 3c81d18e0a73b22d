import type { App } from '../../app.ts';
import { deliveryId } from '../../ids.ts';
import type { WebhookAnswer } from '../../outbound/webhook.ts';
import type { Account } from '../../store/account/accounts.ts';
import type { Tx } from '../../store/index.ts';
import type { Delivery, DeliveryFilter } from '../../store/webhooks/deliveries.ts';
import type { Webhook } from '../../store/webhooks/webhooks.ts';

/** Whether events go out now: the module is on, and the address is there and enabled. */
export const takesEvents = (
  webhook: Webhook | undefined,
  account: Account | undefined,
): webhook is Webhook & { url: string } =>
  webhook !== undefined && webhook.url !== null && webhook.isEnabled && account?.modules.webhook === true;

/** What waited for the address goes on at once, each delivery with its next attempt. Gives how many there are. */
export async function resumeDeliveries(app: App, tx: Tx, accountId: number): Promise<number> {
  const ids = await tx.deliveries.resumeWaiting(accountId);
  await tx.outbox.addAll(accountId, 'deliver-webhook', ids, app.monotonicNow());
  return ids.length;
}

/** Enables a disabled address, forgets its failures and lets go on what waits for it. Gives how many deliveries that are. */
export async function enableWebhook(app: App, tx: Tx, accountId: number): Promise<number> {
  await tx.webhooks.enable(accountId);
  return resumeDeliveries(app, tx, accountId);
}

/** What can be told again: what will be tried anyway cannot, or a receiver would get it twice. */
const REPLAYABLE = ['delivered', 'failed', 'missed'] as const;
export type ReplayableState = (typeof REPLAYABLE)[number];

/** Whether a delivery can be told again. */
export const isReplayable = ({ state, isSample }: Delivery): boolean =>
  !isSample && REPLAYABLE.some((one) => one === state);

/**
 * Tells the event of a delivery again, under an id of its own: receivers ignore an id that they have seen. Gives the new id.
 *
 * @param original one that is replayable
 */
export async function replayDelivery(app: App, tx: Tx, original: Delivery): Promise<string> {
  const at = app.monotonicNow();
  const id = deliveryId(at);
  await tx.deliveries.insert({
    ...original,
    id,
    replayOf: original.replayOf ?? original.id,
    state: 'pending',
    attempts: 0,
  });
  await tx.outbox.add(original.accountId, 'deliver-webhook', id, at);
  return id;
}

/** How many deliveries are replayed in one transaction, so that a long time does not hold up everybody else's writes. */
const REPLAYS_PER_TRANSACTION = 200;

/**
 * Replays what was told, or missed, of a time, in the order in which it happened; replays themselves are passed over. Calls `told`
 * for each.
 */
export async function replayDeliveries(
  app: App,
  accountId: number,
  filter: Omit<DeliveryFilter, 'states'> & { states?: readonly ReplayableState[] | undefined },
  told: (replay: { id: string; original: Delivery }) => void,
): Promise<void> {
  // What is made from now on is not read: replays of events of this time are such.
  const end = deliveryId(app.monotonicNow());
  let after = '';
  for (;;) {
    const page = await app.store.read.deliveries.list(
      accountId,
      { ...filter, states: filter.states ?? REPLAYABLE },
      after,
      REPLAYS_PER_TRANSACTION,
    );
    const originals = page.filter((one) => one.id < end && one.replayOf === null && isReplayable(one));
    const replays = await app.store.transaction(async (tx) => {
      const made = [];
      for (const original of originals) {
        made.push({ id: await replayDelivery(app, tx, original), original });
      }
      return made;
    });
    replays.forEach(told);
    const last = page.at(-1);
    if (!last || page.length < REPLAYS_PER_TRANSACTION || last.id >= end) {
      return;
    }
    after = last.id;
  }
}

/** §6: the answer that disables an address at once. */
export const GONE = 410;

/** Says, where operators look, that nothing more is sent to the address of an account. */
export function tellDisabled(app: App, account: number, { statusCode }: Pick<WebhookAnswer, 'statusCode'>): void {
  app.log.warn(
    { account, answer: statusCode },
    'the webhook address of an account is disabled; what happens from now on waits for `wigwag admin webhook enable`',
  );
  app.metrics.countDisabledWebhook();
}
