import type { Channel, components, webhooks } from '@wigwag/openapi';
import type { App } from '../../app.ts';
import { deliveryId } from '../../ids.ts';
import type { Tx } from '../../store/index.ts';
import type { StoredMessage } from '../../store/messages/messages.ts';
import type { Delivery, DeliveryState, EventName } from '../../store/webhooks/deliveries.ts';
import type { NewEvent } from '../../store/webhooks/events.ts';
import { isoOf } from '../../time.ts';
import { withFreshLink } from '../media/media-link.ts';

/** The `data` of each event (§6). */
export type EventData = {
  [Name in EventName]: webhooks[Name]['post']['requestBody']['content']['application/json']['data'];
};

/** Puts one event on record for the tail, and on its way to the account's address if there is one that wants it (§6). */
export async function announce<Name extends EventName>(
  app: App,
  tx: Tx,
  accountId: number,
  event: Name,
  data: EventData[Name],
  options: { test?: boolean } = {},
): Promise<void> {
  const at = app.monotonicNow();
  const happened = { accountId, id: deliveryId(at), event, data, isTest: options.test ?? false, createdAt: at };
  tx.record({ ...happened, channel: CHANNEL_OF[event](data) });
  const state = await stateFor(tx, accountId, event);
  if (state !== undefined) {
    await tx.deliveries.insert({ ...happened, isSample: false, replayOf: null, state, attempts: 0 });
  }
  if (state === 'pending') {
    await tx.outbox.add(accountId, 'deliver-webhook', happened.id, at);
  }
}

/** The channel that each event belongs to. */
const CHANNEL_OF: { [Name in EventName]: (data: EventData[Name]) => Channel } = {
  'message.received': ({ message }) => message.channel,
  'message.status': ({ message }) => message.channel,
  // Only WhatsApp has templates (§1).
  'template.status': () => 'whatsapp',
};

/** What becomes of an event for the account's address; undefined when there is none that wants it. */
async function stateFor(tx: Tx, accountId: number, event: EventName): Promise<DeliveryState | undefined> {
  const webhook = await tx.webhooks.find(accountId);
  const account = await tx.accounts.find(accountId);
  if (!webhook?.url || !webhook.events.includes(event) || !account?.modules.webhook) {
    return undefined;
  }
  // What happens while the address is disabled is only kept, for a replay.
  return webhook.isEnabled ? 'pending' : 'missed';
}

/** An event as it is told: as it happened, as a sample, or once more. */
type Told = Omit<NewEvent, 'channel'> & Partial<Pick<Delivery, 'isSample' | 'replayOf'>>;

/**
 * §6: the envelope of an event, the same whichever way it is told. A file's link is made anew for each attempt, so that a late one
 * finds it open.
 */
export function envelopeOf(app: App, told: Told, attempt: number): components['schemas']['EventEnvelope'] {
  const data = told.data as EventData[EventName];
  const isReceived = told.event === 'message.received';
  const message = isReceived && withFreshLink(app, told.accountId, (data as EventData['message.received']).message);
  return {
    id: told.id,
    event: told.event,
    api_version: 'v1',
    created_at: isoOf(told.createdAt),
    company_id: told.accountId,
    attempt,
    data: message ? { message } : data,
    ...((told.isTest || told.isSample) && { test: true }),
    ...(told.replayOf && { replay_of: told.replayOf }),
  };
}

/** §6 message.status: what a message has become. */
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
      ...(message.isTest && { test: true }),
    },
  };
}
