import type { Channel, components, webhooks } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { isoOf } from '../../base/time.ts';
import { deliveryId } from '../../engine/ids.ts';
import type { TaskRow } from '../../engine/outbox/task.ts';
import { applyEffects, type Effects } from '../../store/effects.ts';
import type { Tx } from '../../store/index.ts';
import type { StoredMessage } from '../../store/messages/messages.ts';
import { taskRow } from '../../store/tasks.ts';
import type { Delivery, DeliveryState, EventName } from '../../store/webhooks/deliveries.ts';
import type { NewEvent } from '../../store/webhooks/events.ts';
import { FIRST_ENDPOINT, type Receiver, type Webhook } from '../../store/webhooks/webhooks.ts';
import { withFreshLink } from '../media/media-link.ts';
import { passesFilter } from './filter.ts';

/** The `data` of each event (§6). */
export type EventData = {
  [Name in EventName]: webhooks[Name]['post']['requestBody']['content']['application/json']['data'];
};

/** Records an event for the event stream, and queues its deliveries to the endpoints that subscribe to it (§6). */
export async function recordEvent(tx: Tx, event: NewEvent): Promise<void> {
  const receivers = await receiversOf(tx, new Set([event.accountId]), event.event);
  await applyEffects(tx, [eventEffects(event, receivers.get(event.accountId))]);
}

/** Returns an event that happens now. */
export function newEvent<Name extends EventName>(
  app: Pick<App, 'monotonicNow'>,
  accountId: number,
  event: Name,
  data: EventData[Name],
  options: { test?: boolean; traceparent?: string | undefined; connectionId?: string | undefined } = {},
): NewEvent {
  const at = app.monotonicNow();
  const { test: isTest = false, ...known } = options;
  const channel = CHANNEL_OF[event](data);
  return { accountId, id: deliveryId(at), event, channel, data, isTest, ...known, createdAt: at };
}

/**
 * Returns the effects of an event: it is recorded, and delivered to each endpoint whose filter it passes.
 *
 * @param receivers the endpoints that subscribe to it (`receiversOf`)
 */
export function eventEffects(event: NewEvent, receivers: readonly EventReceiver[] | undefined): Effects {
  const passed = receivers?.filter(({ webhook }) => passesFilter(webhook.filter, event)) ?? [];
  if (passed.length === 0) {
    return { events: [event] };
  }
  const facts = passed.map((receiver) => ({ delivery: deliveryOf(event, receiver), receiver }));
  const tasks = facts
    .filter(({ delivery }) => delivery.state === 'pending')
    .map((known) => ({ ...deliveryTask(known.delivery, event.createdAt), facts: known satisfies DeliveryFacts }));
  return {
    events: [event],
    deliveries: facts.map(({ delivery }) => delivery),
    ...(tasks.length > 0 && { tasks }),
  };
}

function deliveryOf(event: NewEvent, { webhook: { id: endpointId }, state }: EventReceiver): Delivery {
  const { accountId, id, event: name, data, isTest, traceparent, createdAt } = event;
  const isFirst = endpointId === FIRST_ENDPOINT;
  return {
    accountId,
    // IDs of events have a fixed length. The ID after it is therefore unique, and follows it in the order of IDs.
    id: isFirst ? id : `${id}${endpointId}`,
    event: name,
    data,
    isTest,
    isSample: false,
    replayOf: null,
    endpointId,
    eventId: isFirst ? null : id,
    state,
    attempts: 0,
    traceparent,
    createdAt,
  };
}

/** Returns the task that delivers an event to its endpoint. */
export const deliveryTask = (
  { accountId, id, endpointId }: Pick<Delivery, 'accountId' | 'id' | 'endpointId'>,
  at: number,
): TaskRow =>
  endpointId === FIRST_ENDPOINT
    ? taskRow(accountId, 'deliver-webhook', id, at)
    : taskRow(accountId, 'deliver-to-endpoint', id, at, null, endpointId);

/** The receiver of an event that is delivered, or that can be replayed. */
export interface EventReceiver extends Receiver {
  webhook: Webhook;
  /** The first state of the delivery. */
  state: DeliveryState;
}

/** What the task of a delivery need not read. */
export interface DeliveryFacts {
  delivery: Delivery;
  receiver: Receiver;
}

/** The channel of each event. */
const CHANNEL_OF: { [Name in EventName]: (data: EventData[Name]) => Channel } = {
  'message.received': ({ message }) => message.channel,
  'message.status': ({ message }) => message.channel,
  // Only WhatsApp has templates (§1).
  'template.status': () => 'whatsapp',
};

/** Returns the endpoints that subscribe to an event, by account, without accounts that have none. */
export async function receiversOf(tx: Tx, accountIds: ReadonlySet<number>, event: EventName): Promise<EventReceivers> {
  const receivers = await tx.webhooks.listReceivers([...accountIds]);
  return new Map(
    receivers.flatMap(({ account, webhooks }): [number, EventReceiver[]][] => {
      const subscribed = webhooks.filter(({ url, events }) => url !== null && events.includes(event));
      return account.modules.webhook && subscribed.length > 0
        ? [[account.id, subscribed.map((webhook) => ({ account, webhook, state: firstStateOf(webhook) }))]]
        : [];
    }),
  );
}

/** The receivers of events, by account. */
export type EventReceivers = ReadonlyMap<number, readonly EventReceiver[]>;

/** Events that occur while an endpoint is disabled are only stored, so that they can be replayed. */
const firstStateOf = ({ isEnabled, isPaused }: Webhook): DeliveryState =>
  !isEnabled ? 'missed' : isPaused ? 'waiting' : 'pending';

/** An event to send: an original, a sample or a replay. */
type OutgoingEvent = Omit<NewEvent, 'channel'> & Partial<Pick<Delivery, 'isSample' | 'replayOf'>>;

/**
 * Returns the envelope of an event (§6), which is the same for the event stream and for webhooks. Each attempt gets a
 * new link to a file, so that the link is still valid in a late attempt.
 */
export function envelopeOf(app: App, outgoing: OutgoingEvent, attempt: number): components['schemas']['EventEnvelope'] {
  const data = outgoing.data as EventData[EventName];
  const isReceived = outgoing.event === 'message.received';
  const message = isReceived && withFreshLink(app, outgoing.accountId, (data as EventData['message.received']).message);
  return {
    id: outgoing.id,
    event: outgoing.event,
    api_version: 'v1',
    created_at: isoOf(outgoing.createdAt),
    company_id: outgoing.accountId,
    attempt,
    data: message ? { message } : data,
    ...((outgoing.isTest || outgoing.isSample) && { test: true }),
    ...(outgoing.replayOf && { replay_of: outgoing.replayOf }),
  };
}

/** Returns the `data` of the event for a message's new status (§6 message.status). */
export function statusData(message: StoredMessage, occurredAt: number): EventData['message.status'] {
  return {
    message: {
      id: message.id,
      external_id: message.externalId,
      channel: message.channel,
      to: message.person,
      status: message.status as components['schemas']['StatusMessage']['status'],
      error: message.error,
      occurred_at: isoOf(occurredAt),
      ...(message.pricing && { pricing: message.pricing }),
      ...(message.isTest && { test: true }),
    },
  };
}
