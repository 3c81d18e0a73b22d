import { DELIVERY_FAILURES_TO_DISABLE, DELIVERY_RETRY_DELAYS_MINUTES } from '@wigwag/openapi';
import type { App } from '../../app.ts';
import type { WebhookAnswer } from '../../outbound/webhook.ts';
import type { Delivery } from '../../store/deliveries.ts';
import type { OutboxTask } from '../../store/outbox.ts';
import { isoOf, MICROSECONDS } from '../../time.ts';
import type { Task } from './task.ts';

const GONE = 410;

/** Posts one event to the account's address, and plans the next try when it is not taken (§6). */
export const deliverWebhook: Task = async (app, task) => {
  const delivery = await app.store.read.deliveries.find(task.accountId, task.subject);
  const webhook = await app.store.read.webhooks.find(task.accountId);
  if (!delivery || !webhook?.url || !webhook.isEnabled) {
    await app.store.transaction(async (tx) => {
      await tx.deliveries.setState(task.accountId, task.subject, 'failed');
      await tx.outbox.finish(task.id);
    });
    return;
  }
  const attempt = delivery.attempts + 1;
  const answer = await app.outbound.postWebhook({
    url: webhook.url,
    secret: app.vault.open(webhook.secret),
    event: delivery.event,
    deliveryId: delivery.id,
    attempt,
    rawBody: JSON.stringify(envelopeOf(delivery, attempt)),
  });
  await record(app, task, delivery, attempt, answer);
};

/** §6: the envelope of an event. */
function envelopeOf(delivery: Delivery, attempt: number): Record<string, unknown> {
  return {
    id: delivery.id,
    event: delivery.event,
    api_version: 'v1',
    created_at: isoOf(delivery.createdAt),
    company_id: delivery.accountId,
    attempt,
    data: delivery.data,
    ...(delivery.isTest && { test: true }),
  };
}

async function record(
  app: App,
  task: OutboxTask,
  delivery: Delivery,
  attempt: number,
  answer: WebhookAnswer,
): Promise<void> {
  const succeeded = answer.problem === null;
  const gone = answer.statusCode === GONE;
  const delay = succeeded || gone ? undefined : DELIVERY_RETRY_DELAYS_MINUTES[attempt - 1];
  const at = app.stamp();
  const nextAttemptAt = delay === undefined ? null : app.now() + delay * MICROSECONDS.minute;
  const state = succeeded ? 'delivered' : nextAttemptAt === null ? 'failed' : 'pending';
  await app.store.transaction(async (tx) => {
    const failures = await tx.webhooks.countAttempt(task.accountId, succeeded);
    if (gone || failures >= DELIVERY_FAILURES_TO_DISABLE) {
      await tx.webhooks.disable(task.accountId);
    }
    await tx.deliveries.recordAttempt(
      { accountId: task.accountId, deliveryId: delivery.id, attempt, at, nextAttemptAt, ...answer },
      state,
    );
    if (nextAttemptAt === null) {
      await tx.outbox.finish(task.id);
    } else {
      await tx.outbox.runAgain(task.id, nextAttemptAt);
    }
  });
  app.metrics.countDelivery(state === 'pending' ? 'retrying' : state, answer.durationMs / 1000);
}
