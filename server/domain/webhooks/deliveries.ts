import type { App } from '../../app/app.ts';
import type { NumberKey } from '../../engine/drivers/dialect.ts';
import { deliveryId } from '../../engine/ids.ts';
import type { WebhookAnswer, WebhookPost } from '../../outbound/webhook.ts';
import type { Account } from '../../store/account/accounts.ts';
import { applyEffects, type Effects, mergeEffects, separateRule } from '../../store/effects.ts';
import type { Tx } from '../../store/index.ts';
import type { WriteRule } from '../../store/rules.ts';
import type { Delivery, DeliveryFilter, ReplaySelection } from '../../store/webhooks/deliveries.ts';
import { FIRST_ENDPOINT, type Webhook } from '../../store/webhooks/webhooks.ts';
import { deliveryTask } from './events.ts';
import { secretsAt } from './signing-secrets.ts';

/** Returns whether events are sent now: the module is enabled, and the endpoint has an address and is not disabled. */
export const takesEvents = (
  webhook: Webhook | undefined,
  account: Account | undefined,
): webhook is Webhook & { url: string } =>
  webhook !== undefined &&
  webhook.url !== null &&
  webhook.isEnabled &&
  !webhook.isPaused &&
  account?.modules.webhook === true;

/**
 * Resumes the deliveries that are waiting for an endpoint; each makes its next attempt immediately. Returns their
 * number.
 */
export async function resumeDeliveries(
  app: App,
  tx: Tx,
  accountId: number,
  endpointId = FIRST_ENDPOINT,
): Promise<number> {
  const ids = await tx.deliveries.resumeWaiting(accountId, endpointId);
  const at = app.monotonicNow();
  await tx.outbox.add(ids.map((id) => deliveryTask({ accountId, id, endpointId }, at)));
  return ids.length;
}

/**
 * Enables a disabled endpoint, resets its failures and resumes the deliveries that are waiting for it, unless it is
 * paused. Returns their number.
 */
export async function enableWebhook(app: App, tx: Tx, accountId: number, endpointId = FIRST_ENDPOINT): Promise<number> {
  await tx.webhooks.update(accountId, endpointId, { isEnabled: true, consecutiveFailures: 0 });
  const webhook = await tx.webhooks.findForUpdate(accountId, endpointId);
  return webhook?.isPaused ? 0 : resumeDeliveries(app, tx, accountId, endpointId);
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
 * Sends the events of replayable deliveries again under new IDs, because receivers ignore IDs that they have seen.
 * Returns the new IDs.
 */
export const replayDelivery: WriteRule<{ app: App; original: Delivery }, undefined, Effects, string> = {
  load: async () => undefined,

  decide(_, { app, original }) {
    const at = app.monotonicNow();
    const id = deliveryId(at);
    const replayOf = original.replayOf ?? original.id;
    return {
      effects: {
        deliveries: [{ ...original, id, replayOf, state: 'pending', attempts: 0 }],
        tasks: [deliveryTask({ ...original, id }, at)],
      },
      result: id,
    };
  },

  apply: applyEffects,
};

/** How many deliveries one call replays, so that it responds quickly and does not block other writes. */
const REPLAYS_PER_CALL = 200;

/** Which deliveries of an account to replay. */
export interface ReplayFilter extends Omit<DeliveryFilter, 'states'> {
  states?: readonly ReplayableState[] | undefined;
  /** Whether to include deliveries whose replay has not failed. @default false */
  again?: boolean | undefined;
}

/** The deliveries that a replay has not checked yet: after the last one that it checked, and before its start. */
type ReplaySpan = Pick<ReplaySelection, 'after' | 'before'>;

interface ReplayPart {
  replays: { id: string; original: Delivery }[];
  /** The rest of the span; undefined if there is none. */
  rest: ReplaySpan | undefined;
  /** How many deliveries of the rest will be replayed. */
  left: number;
}

/**
 * Replays the next deliveries of a time span, in order. Skips samples, deliveries that are replays themselves, and
 * deliveries whose replay has not failed.
 *
 * @param span the rest of the previous call @default all deliveries until now
 */
export const replayDeliveries = (
  app: App,
  accountId: number,
  { again = false, states = REPLAYABLE, ...filter }: ReplayFilter,
  span: ReplaySpan = { after: '', before: deliveryId(app.monotonicNow()) },
): Promise<ReplayPart> =>
  app.store.batch(
    replayPart,
    { app, accountId, selection: { ...filter, states, again, ...span } },
    { isRepeatable: false }, // a second run would send the events again, under other IDs
  );

const replayPart = separateRule({
  async load(tx, { accountId, selection }: { app: App; accountId: number; selection: ReplaySelection }) {
    // Without the lock, a concurrent call would send the same events.
    await tx.webhooks.findForUpdate(accountId);
    const originals = await tx.deliveries.listToReplay(accountId, selection, REPLAYS_PER_CALL);
    const last = originals.at(-1);
    const rest = last && { after: last.id, before: selection.before };
    const left = rest ? await tx.deliveries.countToReplay(accountId, { ...selection, ...rest }) : 0;
    return { originals, rest: left > 0 ? rest : undefined, left };
  },

  decide({ originals, ...rest }, { app }) {
    const decided = originals.map((original) => ({ ...replayDelivery.decide(undefined, { app, original }), original }));
    return {
      effects: mergeEffects(...decided.map(({ effects }) => effects)),
      result: { ...rest, replays: decided.map(({ result: id, original }) => ({ id, original })) },
    };
  },
});

/** Returns the key of the endpoint that gets a delivery. */
export const endpointKey = ({ accountId, endpointId }: Pick<Delivery, 'accountId' | 'endpointId'>): NumberKey => ({
  accountId,
  id: endpointId,
});

/** Returns what every request to an endpoint has in common. */
export const postSettings = (
  app: Pick<App, 'now' | 'vault'>,
  webhook: Webhook & { url: string },
): Pick<WebhookPost, 'url' | 'isFirst' | 'password' | 'secrets' | 'headers'> => {
  const [first, ...others] = secretsAt(webhook, app.now());
  const open = (sealed: string) => app.vault.open(sealed);
  return {
    url: webhook.url,
    isFirst: webhook.id === FIRST_ENDPOINT,
    ...(webhook.password !== null && { password: open(webhook.password) }),
    secrets: [open(first), ...others.map(open)],
    ...(webhook.headers !== null && { headers: JSON.parse(open(webhook.headers)) as Record<string, string> }),
  };
};

/** §6: the status code that disables an address immediately. */
export const GONE = 410;

/** Logs for operators that the server no longer sends events to an endpoint. */
export function logDisabled(
  app: App,
  { accountId: account, id: endpoint }: Pick<Webhook, 'accountId' | 'id'>,
  { statusCode }: Pick<WebhookAnswer, 'statusCode'>,
): void {
  app.log.warn(
    { account, endpoint, answer: statusCode },
    'a webhook endpoint is disabled; events wait until you run `wigwag admin webhooks enable`',
  );
  app.metrics.countDisabledWebhook();
}
