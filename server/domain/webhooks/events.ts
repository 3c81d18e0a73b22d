import type { Channel, components, webhooks } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { isoOf } from '../../base/time.ts';
import { deliveryId } from '../../engine/ids.ts';
import { applyEffects, type Effects } from '../../store/effects.ts';
import type { Tx } from '../../store/index.ts';
import type { StoredMessage } from '../../store/messages/messages.ts';
import { taskRow } from '../../store/tasks.ts';
import type { Delivery, DeliveryState, EventName } from '../../store/webhooks/deliveries.ts';
import type { NewEvent } from '../../store/webhooks/events.ts';
import type { Receiver } from '../../store/webhooks/webhooks.ts';
import { withFreshLink } from '../media/media-link.ts';

/** The `data` of each event (§6). */
export type EventData = {
  [Name in EventName]: webhooks[Name]['post']['requestBody']['content']['application/json']['data'];
};

/**
 * Records an event for the event stream. Queues its delivery if the account has an address that subscribes to it (§6).
 */
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
  options: { test?: boolean; traceparent?: string | undefined } = {},
): NewEvent {
  const at = app.monotonicNow();
  const { test: isTest = false, traceparent } = options;
  const channel = CHANNEL_OF[event](data);
  return { accountId, id: deliveryId(at), event, channel, data, isTest, traceparent, createdAt: at };
}

/**
 * Returns the effects of an event: it is recorded, and delivered if the account has an address for it.
 *
 * @param receiver where it is delivered (`receiversOf`)
 */
export function eventEffects(event: NewEvent, receiver: EventReceiver | undefined): Effects {
  if (!receiver) {
    return { events: [event] };
  }
  const { accountId, id, createdAt } = event;
  const { state } = receiver;
  const delivery: Delivery = { ...event, isSample: false, replayOf: null, state, attempts: 0 };
  const facts: DeliveryFacts = { delivery, receiver };
  return {
    events: [event],
    deliveries: [delivery],
    ...(state === 'pending' && { tasks: [{ ...taskRow(accountId, 'deliver-webhook', id, createdAt), facts }] }),
  };
}

/** The receiver of an event that is delivered, or that can be replayed. */
export interface EventReceiver extends Receiver {
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

/** Returns the receivers of an event, by account, without accounts that have no address for it. */
export async function receiversOf(
  tx: Tx,
  accountIds: ReadonlySet<number>,
  event: EventName,
): Promise<Map<number, EventReceiver>> {
  const receivers = await tx.webhooks.listReceivers([...accountIds]);
  return new Map(
    receivers.flatMap(({ account, webhook }): [number, EventReceiver][] =>
      webhook?.url && webhook.events.includes(event) && account.modules.webhook
        ? // Events that occur while the address is disabled are only stored, so that they can be replayed.
          [[account.id, { account, webhook, state: webhook.isEnabled ? 'pending' : 'missed' }]]
        : [],
    ),
  );
}

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
