import type { components } from '@wigwag/openapi';
import type { App } from '../app.ts';
import { deliveryId } from '../ids.ts';
import type { Delivery, EventName } from '../store/deliveries.ts';
import type { Tx } from '../store/index.ts';
import type { StoredMessage } from '../store/messages.ts';
import { isoOf } from '../time.ts';
import { withFreshLink } from './media-link.ts';

/** The `data` of each event (§6). */
export interface EventData {
  'message.received': { message: components['schemas']['ReceivedMessage'] };
  'message.status': { message: components['schemas']['StatusMessage'] };
  'template.status': components['schemas']['TemplateStatusEvent']['data'];
}

/** Puts one event on its way to the account's address, if there is one that wants it (§6). */
export async function announce<Name extends EventName>(
  app: App,
  tx: Tx,
  accountId: number,
  event: Name,
  data: EventData[Name],
  options: { test?: boolean } = {},
): Promise<void> {
  const webhook = await tx.webhooks.find(accountId);
  const account = await tx.accounts.find(accountId);
  if (!webhook?.url || !webhook.events.includes(event) || !account?.modules.webhook) {
    return;
  }
  const at = app.stamp();
  const id = deliveryId(at);
  await tx.deliveries.insert({
    accountId,
    id,
    event,
    data,
    isTest: options.test ?? false,
    isSample: false,
    replayOf: null,
    // What happens while the address is disabled is only kept, for a replay.
    state: webhook.isEnabled ? 'pending' : 'missed',
    attempts: 0,
    createdAt: at,
  });
  if (webhook.isEnabled) {
    await tx.outbox.add(accountId, 'deliver-webhook', id, at);
  }
}

/** §6: what is posted of a delivery. A file's link is made anew for each attempt, so that a late one finds it open. */
export function envelopeOf(app: App, delivery: Delivery, attempt: number): components['schemas']['EventEnvelope'] {
  const data = delivery.data as EventData[EventName];
  const isReceived = delivery.event === 'message.received';
  const message = isReceived && withFreshLink(app, delivery.accountId, (data as EventData['message.received']).message);
  return {
    id: delivery.id,
    event: delivery.event,
    api_version: 'v1',
    created_at: isoOf(delivery.createdAt),
    company_id: delivery.accountId,
    attempt,
    data: message ? { message } : data,
    ...((delivery.isTest || delivery.isSample) && { test: true }),
    ...(delivery.replayOf !== null && { replay_of: delivery.replayOf }),
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
