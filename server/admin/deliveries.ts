import type { App } from '../app/app.ts';
import {
  isReplayable,
  type ReplayableState,
  type ReplayFilter,
  replayDeliveries as replayPartOf,
  replayDelivery as replayRule,
} from '../domain/webhooks/deliveries.ts';
import { deliveryTask, envelopeOf } from '../domain/webhooks/events.ts';
import { eventHeaders } from '../outbound/webhook.ts';
import { effectsRule } from '../store/effects.ts';
import type { Delivery, DeliveryAttempt, DeliveryPage, EventName } from '../store/webhooks/deliveries.ts';
import { FIRST_ENDPOINT, type Webhook } from '../store/webhooks/webhooks.ts';
import { AdminError, missing } from './admin-error.ts';
import { listEndpoints, requireEndpoint } from './endpoints.ts';

export type { ReplayableState };

/** Yields the newest deliveries of an account with their attempts, oldest first. */
export async function* listDeliveries(
  app: App,
  accountId: number,
  filter: DeliveryPage,
  limit: number,
): AsyncGenerator<{ delivery: Delivery; attempts: DeliveryAttempt[] }> {
  const { deliveries } = app.store.read;
  for (const delivery of await deliveries.listNewest(accountId, filter, limit)) {
    yield { delivery, attempts: await deliveries.attemptsOf(accountId, delivery.id) };
  }
}

/** A delivery with everything that is known about it. */
interface ShownDelivery {
  delivery: Delivery;
  attempts: DeliveryAttempt[];
  /** The request of the last attempt, or of the first one if there was none. */
  request: { url: string | null; headers: Record<string, string>; body: object };
  replays: Delivery[];
}

/** Returns a delivery. @throws {AdminError} 404 if the account does not have it */
export async function showDelivery(app: App, accountId: number, id: string): Promise<ShownDelivery> {
  const { deliveries, webhooks } = app.store.read;
  const delivery = await requireDelivery(app, accountId, id);
  const [attempts, replays, webhook] = await Promise.all([
    deliveries.attemptsOf(accountId, id),
    deliveries.replaysOf(accountId, id),
    webhooks.find(accountId, delivery.endpointId),
  ]);
  const attempt = Math.max(1, delivery.attempts);
  return {
    delivery,
    attempts,
    replays,
    request: {
      url: webhook?.url ?? null,
      headers: eventHeaders({ event: delivery.event, deliveryId: id, attempt }),
      body: envelopeOf(app, delivery, attempt),
    },
  };
}

/** @throws {AdminError} 404 if the account has no such delivery */
async function requireDelivery(app: App, accountId: number, id: string): Promise<Delivery> {
  const delivery = await app.store.read.deliveries.find(accountId, id);
  if (!delivery) {
    throw missing(`the account has no delivery ${id}`, '`wigwag admin deliveries list` lists them');
  }
  return delivery;
}

/** Returns every attempt to deliver an event of an account, oldest first. */
export const listAttempts = (app: App, accountId: number): Promise<(DeliveryAttempt & { event: EventName })[]> =>
  app.store.read.deliveries.listAttempts(accountId);

/** Requires that an endpoint takes events now: otherwise a replay would only wait. */
function requireTaking({ id, url, isEnabled, isPaused }: Webhook): void {
  if (url === null) {
    throw new AdminError('the account has no webhook address', { hint: '`wigwag admin webhook set` sets one' });
  }
  if (!isEnabled) {
    throw new AdminError(id === FIRST_ENDPOINT ? 'the webhook address is disabled' : `endpoint ${id} is disabled`, {
      hint: id === FIRST_ENDPOINT ? '`wigwag admin webhook enable` enables it' : hintFor('enable', id),
    });
  }
  if (isPaused) {
    throw new AdminError(`endpoint ${id} is paused`, { hint: hintFor('resume', id) });
  }
}

const hintFor = (command: string, id: number): string => `run \`wigwag admin webhooks ${command} ${id}\``;

/** Returns the endpoints to replay to: those that are named, or all that take events now. @throws {AdminError} if none does */
async function requireTakingEndpoints(
  app: App,
  accountId: number,
  named: readonly number[] | undefined,
): Promise<readonly number[]> {
  if (named) {
    for (const id of named) {
      requireTaking(await requireEndpoint(app, accountId, id));
    }
    return named;
  }
  const webhooks = await listEndpoints(app, accountId);
  const taking = webhooks.filter(({ url, isEnabled, isPaused }) => url !== null && isEnabled && !isPaused);
  const [first] = webhooks;
  if (taking.length === 0 && first) {
    requireTaking(first);
  }
  return taking.map(({ id }) => id);
}

/**
 * Sends the event of a delivery again under a new ID, because receivers ignore IDs that they have seen. Returns the new
 * ID.
 *
 * @throws {AdminError} if the account has no enabled endpoint or no such delivery, or if the delivery will be retried
 * anyway
 */
export async function replayDelivery(app: App, accountId: number, id: string): Promise<string> {
  const original = await requireDelivery(app, accountId, id);
  requireTaking(await requireEndpoint(app, accountId, original.endpointId));
  if (!isReplayable(original)) {
    throw new AdminError(
      original.isSample
        ? `${id} is a sample, which cannot be replayed`
        : `${id} is ${original.state}: it will be retried without a replay`,
    );
  }
  return app.store.batch(replayRule, { app, original });
}

const retried = effectsRule();

/**
 * Makes the next attempt of a pending delivery now. If an attempt is running, it is that one.
 *
 * @throws {AdminError} if the account has no such delivery, if no attempt is left, or if its endpoint takes no events
 */
export async function retryDelivery(app: App, accountId: number, id: string): Promise<Delivery> {
  const delivery = await requireDelivery(app, accountId, id);
  requireTaking(await requireEndpoint(app, accountId, delivery.endpointId));
  if (delivery.state !== 'pending') {
    throw new AdminError(`${id} is ${delivery.state}: only a pending delivery is retried`, {
      ...(isReplayable(delivery) && { hint: 'replay it: `wigwag admin deliveries replay` sends the event again' }),
    });
  }
  const at = app.monotonicNow();
  const { task, subject } = deliveryTask(delivery, at);
  await app.store.batch(retried, { due: [{ accountId, task, subject, at }] });
  return delivery;
}

type ReplayPart = Awaited<ReturnType<typeof replayPartOf>>;

/**
 * Sends the next events of a time span again, in the order in which they happened. Skips replays themselves, and unless
 * `again` is true, events whose replay is pending or delivered.
 *
 * @param rest the rest of the previous call
 * @throws {AdminError} if the account has no enabled endpoint
 */
export async function replayPart(
  app: App,
  accountId: number,
  filter: ReplayFilter,
  rest?: ReplayPart['rest'],
): Promise<ReplayPart> {
  const endpointIds = await requireTakingEndpoints(app, accountId, filter.endpointIds);
  return replayPartOf(app, accountId, { ...filter, endpointIds }, rest);
}

/** Sends all events of a time span again, and returns their number. @throws {AdminError} as `replayPart` */
export async function replayDeliveries(app: App, accountId: number, filter: ReplayFilter): Promise<number> {
  let count = 0;
  let rest: ReplayPart['rest'];
  do {
    const part = await replayPart(app, accountId, filter, rest);
    count += part.replays.length;
    rest = part.rest;
  } while (rest !== undefined);
  return count;
}
