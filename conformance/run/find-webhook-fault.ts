import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../api.ts';
import { DEADLINE_MILLISECONDS, LOOK_AGAIN_AT_MOST_MILLISECONDS } from '../context/clock.ts';
import type { Hooks } from '../receiver.ts';
import type { Target } from '../target.ts';
import { Failure } from '../verdict.ts';

/**
 * Whether the target really sends its events to `webhook.url`, shown by one sample: otherwise every case that waits for one would
 * fail for what the operator has to set.
 */
export async function findWebhookFault({ keys, webhook }: Target, api: Api, hooks: Hooks): Promise<string | undefined> {
  const { listen, url, secret } = webhook ?? {};
  if (listen === undefined || url === undefined || secret === undefined) {
    return undefined;
  }
  const { deliveries } = hooks.receiver(secret, new URL(url).pathname);
  let said: string;
  try {
    const { status } = await api.call('POST', '/webhooks/test', { key: keys?.live, body: {} });
    said = `POST /webhooks/test answered ${status}`;
  } catch (error) {
    if (!(error instanceof Failure)) {
      throw error;
    }
    said = error.message;
  }
  const deadline = Date.now() + DEADLINE_MILLISECONDS;
  while (deliveries.length === 0) {
    if (Date.now() > deadline) {
      return `nothing arrives at webhook.url (${said}): the target must be set to send its events there`;
    }
    await sleep(LOOK_AGAIN_AT_MOST_MILLISECONDS);
  }
  return undefined;
}
