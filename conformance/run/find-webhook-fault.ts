import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../api.ts';
import { DEADLINE_MILLISECONDS, LOOK_AGAIN_AT_MOST_MILLISECONDS } from '../context/clock.ts';
import type { Hooks } from '../receiver.ts';
import type { Target } from '../target.ts';
import { CaseFailure } from '../verdict.ts';

/**
 * Returns a fault if a sample event does not arrive at `webhook.url`. Without this check, every case that waits for an
 * event would fail because of the operator's configuration.
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
    said = `POST /webhooks/test returned ${status}`;
  } catch (error) {
    if (!(error instanceof CaseFailure)) {
      throw error;
    }
    said = error.message;
  }
  const deadline = Date.now() + DEADLINE_MILLISECONDS;
  while (deliveries.length === 0) {
    if (Date.now() > deadline) {
      return `no event arrives at webhook.url (${said}): configure the target to send its events there`;
    }
    await sleep(LOOK_AGAIN_AT_MOST_MILLISECONDS);
  }
  return undefined;
}
