import type { components } from '@wigwag/openapi';
import type { App } from '../app.ts';
import { deliveryId } from '../ids.ts';
import type { EventName } from '../store/deliveries.ts';
import type { Tx } from '../store/index.ts';
import type { StoredMessage } from '../store/messages.ts';
import { isoOf } from '../time.ts';

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
  if (!webhook?.url || !webhook.isEnabled || !webhook.events.includes(event) || !account?.modules.webhook) {
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
    state: 'pending',
    attempts: 0,
    createdAt: at,
  });
  await tx.outbox.add(accountId, 'deliver-webhook', id, at);
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
