import type { App } from '../../app/app.ts';
import { deliveryId } from '../../ids.ts';
import type { WebhookAnswer } from '../../outbound/webhook.ts';
import type { Delivery, EventName } from '../../store/webhooks/deliveries.ts';
import type { Webhook } from '../../store/webhooks/webhooks.ts';
import type { Caller } from '../account/caller.ts';
import { ApiError } from '../api-error.ts';
import { GONE, tellDisabled } from './deliveries.ts';
import { envelopeOf } from './events.ts';
import { SAMPLES } from './sample-events.ts';

/** The receiver's response to a sample event. */
interface SampleResult {
  deliveryId: string;
  event: EventName;
  statusCode: number;
  durationMs: number;
}

/**
 * Sends a sample event to the account's address, immediately and once (§4.10). The attempt is logged, but a failure
 * does not count. A response of 410 also disables the address.
 *
 * @throws {ApiError} WEBHOOK_NOT_CONFIGURED, WEBHOOK_URL_INVALID or WEBHOOK_UNREACHABLE
 */
export async function testWebhook(app: App, caller: Caller, event: EventName): Promise<SampleResult> {
  const { url, secret } = await requireWebhook(app, caller);
  const createdAt = app.monotonicNow();
  const sample: Delivery = {
    accountId: caller.account.id,
    id: deliveryId(createdAt),
    event,
    data: SAMPLES[event](createdAt),
    isTest: caller.key.mode === 'test',
    isSample: true,
    replayOf: null,
    state: 'pending',
    attempts: 0,
    createdAt,
  };
  const answer = await app.outbound.postWebhook({
    url,
    secret: app.vault.open(secret),
    event,
    deliveryId: sample.id,
    attempt: 1,
    rawBody: JSON.stringify(envelopeOf(app, sample, 1)),
  });
  if (!answer) {
    throw new ApiError('WEBHOOK_UNREACHABLE', { problem: 'the server is stopping' });
  }
  if (answer.isForbidden) {
    throw new ApiError('WEBHOOK_URL_INVALID', { problem: answer.problem ?? '' });
  }
  await log(app, sample, url, answer);
  if (answer.problem !== null || answer.statusCode === null) {
    throw new ApiError('WEBHOOK_UNREACHABLE', { problem: answer.problem ?? '' });
  }
  return { deliveryId: sample.id, event, statusCode: answer.statusCode, durationMs: answer.durationMs };
}

/** @throws {ApiError} WEBHOOK_NOT_CONFIGURED */
async function requireWebhook(app: App, { account }: Caller): Promise<Webhook & { url: string }> {
  const webhook = await app.store.read.webhooks.find(account.id);
  if (!webhook || webhook.url === null || !webhook.isEnabled) {
    throw new ApiError('WEBHOOK_NOT_CONFIGURED', {});
  }
  return { ...webhook, url: webhook.url };
}

async function log(app: App, sample: Delivery, url: string, answer: WebhookAnswer): Promise<void> {
  const { accountId, id: deliveryId } = sample;
  const attempt = { accountId, deliveryId, attempt: 1, at: app.monotonicNow(), nextAttemptAt: null, ...answer };
  const disables = await app.store.transaction(async (tx) => {
    const state = answer.problem === null ? 'delivered' : 'failed';
    await tx.deliveries.insert(sample);
    await tx.deliveries.recordAttempts([{ attempt, state }]);
    const webhook = answer.statusCode === GONE ? await tx.webhooks.findForUpdate(accountId) : undefined;
    const isOwn = webhook?.isEnabled === true && webhook.url === url;
    if (isOwn) {
      await tx.webhooks.disable(accountId);
    }
    return isOwn;
  });
  if (disables) {
    tellDisabled(app, accountId, answer);
  }
}
