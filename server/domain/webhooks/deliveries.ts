import type { App } from '../../app.ts';
import { deliveryId } from '../../ids.ts';
import type { WebhookAnswer } from '../../outbound/webhook.ts';
import type { Account } from '../../store/account/accounts.ts';
import type { Tx } from '../../store/index.ts';
import type { Delivery, DeliveryFilter } from '../../store/webhooks/deliveries.ts';
import type { Webhook } from '../../store/webhooks/webhooks.ts';

/** Returns whether events are sent now: the module is enabled, and an address is set and enabled. */
export const takesEvents = (
  webhook: Webhook | undefined,
  account: Account | undefined,
): webhook is Webhook & { url: string } =>
  webhook !== undefined && webhook.url !== null && webhook.isEnabled && account?.modules.webhook === true;

/**
 * Resumes the deliveries that are waiting for the address; each makes its next attempt immediately. Returns their
 * number.
 */
export async function resumeDeliveries(app: App, tx: Tx, accountId: number): Promise<number> {
  const ids = await tx.deliveries.resumeWaiting(accountId);
  await tx.outbox.addAll(accountId, 'deliver-webhook', ids, app.monotonicNow());
  return ids.length;
}

/**
 * Enables a disabled address, resets its failures and resumes the deliveries that are waiting for it. Returns their
 * number.
 */
export async function enableWebhook(app: App, tx: Tx, accountId: number): Promise<number> {
  await tx.webhooks.enable(accountId);
  return resumeDeliveries(app, tx, accountId);
}

/**
 * The states in which a delivery can be replayed. If a delivery will still be attempted, a replay would make the
 * receiver get it twice.
 */
const REPLAYABLE = ['delivered', 'failed', 'missed'] as const;
export type ReplayableState = (typeof REPLAYABLE)[number];

/** Returns whether a delivery can be replayed. */
export const isReplayable = ({ state, isSample }: Delivery): boolean =>
  !isSample && REPLAYABLE.some((one) => one === state);

/**
 * Sends the event of a delivery again under a new ID, because receivers ignore IDs that they have seen. Returns the new
 * ID.
 *
 * @param original a replayable delivery
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

/** How many deliveries one transaction replays, so that a long time span does not block other writes. */
const REPLAYS_PER_TRANSACTION = 200;

/**
 * Replays the sent or missed deliveries of a time span, in order. Skips deliveries that are replays themselves. Calls
 * `told` for each replay.
 */
export async function replayDeliveries(
  app: App,
  accountId: number,
  filter: Omit<DeliveryFilter, 'states'> & { states?: readonly ReplayableState[] | undefined },
  told: (replay: { id: string; original: Delivery }) => void,
): Promise<void> {
  // Excludes new deliveries, which include the replays of this time span.
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

/** §6: the status code that disables an address immediately. */
export const GONE = 410;

/** Logs for operators that the server no longer sends events to an account's address. */
export function tellDisabled(app: App, account: number, { statusCode }: Pick<WebhookAnswer, 'statusCode'>): void {
  app.log.warn(
    { account, answer: statusCode },
    'the webhook address of an account is disabled; events wait until you run `wigwag admin webhook enable`',
  );
  app.metrics.countDisabledWebhook();
}
