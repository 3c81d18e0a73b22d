import { DELIVERY_RETRY_DELAYS_MINUTES } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { MICROSECONDS } from '../../base/time.ts';
import { traceDelivery } from '../../base/tracing.ts';
import { logDisabled, postSettings, takesEvents } from '../../domain/webhooks/deliveries.ts';
import { type DeliveryFacts, envelopeOf } from '../../domain/webhooks/events.ts';
import { type OutboxTask, postponedTo } from '../../engine/outbox/task.ts';
import type { WebhookAnswer } from '../../outbound/webhook.ts';
import { recordResult } from '../record-result.ts';
import type { Task } from '../task.ts';
import { writeIfLeased } from '../write-if-leased.ts';
import { postponeDelivery } from './postpone-delivery.ts';
import { recordAttempt } from './record-attempt.ts';

/** How long our own failures use up no attempt. Later ones do, so that every delivery ends. */
const OWN_FAILURES_HOURS = 24;

/** Posts one event to its endpoint, and schedules a retry if the endpoint does not accept it (§6). */
export const deliverWebhook: Task = async (app, task) => {
  const { delivery, receiver } = (task.facts as DeliveryFacts | undefined) ?? (await readDelivery(app, task));
  if (!delivery) {
    await app.store.batch(writeIfLeased, { task, effects: { ended: [task] } });
    return;
  }
  const webhook = receiver?.webhook;
  if (!takesEvents(webhook, receiver?.account)) {
    await app.store.batch(postponeDelivery, { app, task, delivery });
    return;
  }
  const { url, retryMinutes, consecutiveFailures } = webhook;
  const attempt = delivery.attempts + 1;
  const post = {
    ...postSettings(app, webhook),
    event: delivery.event,
    deliveryId: delivery.id,
    attempt,
    rawBody: JSON.stringify(envelopeOf(app, delivery, attempt)),
  };
  const answer = await traceDelivery(delivery, attempt, () => app.outbound.postWebhook(post), attemptProblem);
  if (!answer) {
    // The server is stopping: its next start makes this attempt.
    await postpone(app, task, MICROSECONDS.second);
    return;
  }
  if (answer.isOwnFailure && app.now() - delivery.createdAt < OWN_FAILURES_HOURS * MICROSECONDS.hour) {
    const { problem, durationMs } = answer;
    app.log.warn(
      { account: task.accountId, delivery: delivery.id, problem },
      'this server could not reach the network, so it will try to send an event again',
    );
    await postpone(app, task, DELIVERY_RETRY_DELAYS_MINUTES[0] * MICROSECONDS.minute);
    app.metrics.countDelivery('postponed', durationMs / 1000);
    return;
  }
  const result = { app, task, delivery, url, retryMinutes, attempt, answer, consecutiveFailures };
  const recorded = await recordResult(app, () => app.store.batch(recordAttempt, result));
  if (recorded === undefined) {
    app.log.warn(
      { delivery: delivery.id, attempt },
      'an attempt took longer than its lease: another worker has taken it over',
    );
    return;
  }
  const { state, disables } = recorded;
  if (disables) {
    logDisabled(app, webhook, answer);
  }
  app.metrics.countDelivery(state === 'delivered' || state === 'failed' ? state : 'retrying', answer.durationMs / 1000);
};

async function readDelivery(app: App, { accountId, subject }: OutboxTask): Promise<Partial<DeliveryFacts>> {
  const { deliveries, webhooks } = app.store.batchedRead;
  const [delivery, receivers] = await Promise.all([
    deliveries.find(accountId, subject),
    webhooks.findReceivers(accountId),
  ]);
  const webhook = receivers?.webhooks.find(({ id }) => id === delivery?.endpointId);
  return { ...(delivery && { delivery }), ...(receivers && { receiver: { account: receivers.account, webhook } }) };
}

/** Returns what a trace shows about a failed attempt. */
const attemptProblem = (answer: WebhookAnswer | undefined): string | undefined =>
  answer === undefined || answer.problem === null ? undefined : String(answer.statusCode ?? 'no response');

/** Repeats an attempt later, without recording it. */
const postpone = (app: App, task: OutboxTask, microseconds: number): Promise<void> =>
  app.store.batch(writeIfLeased, {
    task,
    effects: { postponed: [postponedTo(task, app.now() + microseconds)] },
  });
