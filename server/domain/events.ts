import type { Channel, components } from '@wigwag/openapi';
import type { App } from '../app.ts';
import { deliveryId } from '../ids.ts';
import type { EventName } from '../store/deliveries.ts';
import type { NewEvent } from '../store/events.ts';
import type { Tx } from '../store/index.ts';
import type { StoredMessage } from '../store/messages.ts';
import { isoOf } from '../time.ts';

/** The `data` of each event (§6). */
export interface EventData {
  'message.received': { message: components['schemas']['ReceivedMessage'] };
  'message.status': { message: components['schemas']['StatusMessage'] };
  'template.status': components['schemas']['TemplateStatusEvent']['data'];
}

/** Puts one event on record for the tail, and on its way to the account's address if there is one that wants it (§6). */
export async function announce<Name extends EventName>(
  app: App,
  tx: Tx,
  accountId: number,
  event: Name,
  data: EventData[Name],
  options: { test?: boolean } = {},
): Promise<void> {
  const at = app.stamp();
  const happened = { accountId, id: deliveryId(at), event, data, isTest: options.test ?? false, createdAt: at };
  tx.record({ ...happened, channel: channelOf(data) });
  if (await isDelivered(tx, accountId, event)) {
    await tx.deliveries.insert({ ...happened, state: 'pending', attempts: 0 });
    await tx.outbox.add(accountId, 'deliver-webhook', happened.id, at);
  }
}

/** Only WhatsApp has templates (§1). */
const channelOf = (data: EventData[EventName]): Channel =>
  'message' in data ? (data as EventData['message.status' | 'message.received']).message.channel : 'whatsapp';

/** Whether the account has an address that wants to hear of it. */
async function isDelivered(tx: Tx, accountId: number, event: EventName): Promise<boolean> {
  const webhook = await tx.webhooks.find(accountId);
  const account = await tx.accounts.find(accountId);
  return Boolean(webhook?.url && webhook.isEnabled && webhook.events.includes(event) && account?.modules.webhook);
}

/** §6: the envelope of an event, the same whichever way it is told. */
export function envelopeOf(happened: Omit<NewEvent, 'channel'>, attempt: number): Record<string, unknown> {
  return {
    id: happened.id,
    event: happened.event,
    api_version: 'v1',
    created_at: isoOf(happened.createdAt),
    company_id: happened.accountId,
    attempt,
    data: happened.data,
    ...(happened.isTest && { test: true }),
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
