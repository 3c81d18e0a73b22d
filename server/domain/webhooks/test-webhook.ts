import type { App } from '../../app/app.ts';
import { distinctKeys, keyString } from '../../engine/drivers/dialect.ts';
import { deliveryId } from '../../engine/ids.ts';
import type { WebhookAnswer } from '../../outbound/webhook.ts';
import { applyEffects, type Effects } from '../../store/effects.ts';
import type { WriteRule } from '../../store/rules.ts';
import type { Delivery, EventName } from '../../store/webhooks/deliveries.ts';
import type { Webhook } from '../../store/webhooks/webhooks.ts';
import type { Caller } from '../account/caller.ts';
import { ApiError } from '../api-error.ts';
import { endpointKey, GONE, logDisabled, postSettings } from './deliveries.ts';
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
  const webhook = await requireWebhook(app, caller);
  const { deliveryId, answer } = await sendSample(app, webhook, event, caller.key.mode === 'test');
  if (!answer) {
    throw new ApiError('WEBHOOK_UNREACHABLE', { problem: STOPPING });
  }
  if (answer.isForbidden) {
    throw new ApiError('WEBHOOK_URL_INVALID', { problem: answer.problem ?? '' });
  }
  if (answer.problem !== null || answer.statusCode === null) {
    throw new ApiError('WEBHOOK_UNREACHABLE', { problem: answer.problem ?? '' });
  }
  return { deliveryId, event, statusCode: answer.statusCode, durationMs: answer.durationMs };
}

export const STOPPING = 'the server is stopping';

/**
 * Sends a sample event to an endpoint, immediately and once, and logs the attempt if a request was sent. A response of
 * 410 disables the endpoint.
 *
 * @returns the answer, or undefined if the server stops
 */
export async function sendSample(
  app: App,
  webhook: Webhook & { url: string },
  event: EventName,
  isTest: boolean,
): Promise<{ deliveryId: string; answer: WebhookAnswer | undefined }> {
  const { url } = webhook;
  const createdAt = app.monotonicNow();
  const sample: Delivery = {
    accountId: webhook.accountId,
    id: deliveryId(createdAt),
    event,
    data: SAMPLES[event](createdAt),
    isTest,
    isSample: true,
    replayOf: null,
    endpointId: webhook.id,
    eventId: null,
    state: 'pending',
    attempts: 0,
    createdAt,
  };
  const answer = await app.outbound.postWebhook({
    ...postSettings(app, webhook),
    event,
    deliveryId: sample.id,
    attempt: 1,
    rawBody: JSON.stringify(envelopeOf(app, sample, 1)),
  });
  const isSent = answer && !answer.isForbidden;
  if (isSent && (await app.store.batch(recordSample, { app, sample, url, answer }))) {
    logDisabled(app, webhook, answer);
  }
  return { deliveryId: sample.id, answer };
}

/** @throws {ApiError} WEBHOOK_NOT_CONFIGURED */
async function requireWebhook(app: App, { account }: Caller): Promise<Webhook & { url: string }> {
  const webhook = await app.store.read.webhooks.find(account.id);
  if (!webhook || webhook.url === null || !webhook.isEnabled) {
    throw new ApiError('WEBHOOK_NOT_CONFIGURED', {});
  }
  return { ...webhook, url: webhook.url };
}

/** One attempt of a sample. */
interface SampleAttempt {
  app: App;
  sample: Delivery;
  url: string;
  answer: WebhookAnswer;
}

/** Logs the attempts of samples. Returns whether the attempt disables the address. */
const recordSample: WriteRule<SampleAttempt, ReadonlyMap<string, Webhook>, Effects, boolean> = {
  async load(tx, attempts) {
    const gone = attempts.filter(({ answer }) => answer.statusCode === GONE);
    const webhooks = await tx.webhooks.listForUpdate(distinctKeys(gone.map(({ sample }) => endpointKey(sample))));
    return new Map(webhooks.map((webhook) => [keyString(webhook), webhook]));
  },

  decide(webhooks, { app, sample, url, answer }) {
    const { accountId, id: deliveryId } = sample;
    const attempt = { accountId, deliveryId, attempt: 1, at: app.monotonicNow(), nextAttemptAt: null, ...answer };
    const webhook = answer.statusCode === GONE ? webhooks.get(keyString(endpointKey(sample))) : undefined;
    const disabled =
      webhook?.isEnabled && webhook.url === url ? [{ ...webhook, endpointId: webhook.id, url, disables: true }] : [];
    return {
      effects: {
        deliveries: [sample],
        attempts: [{ attempt, state: answer.problem === null ? 'delivered' : 'failed' }],
        attemptCounts: disabled,
      },
      result: disabled.length > 0,
    };
  },

  apply: applyEffects,
};
