import { DELIVERY_FAILURES_TO_DISABLE, DELIVERY_RETRY_DELAYS_MINUTES } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { MICROSECONDS } from '../../base/time.ts';
import { endpointKey, GONE } from '../../domain/webhooks/deliveries.ts';
import { distinctKeys, keyString } from '../../engine/drivers/dialect.ts';
import { nextAttempt, type OutboxTask } from '../../engine/outbox/task.ts';
import type { WebhookAnswer } from '../../outbound/webhook.ts';
import { applyEffects, type Effects } from '../../store/effects.ts';
import type { WriteRule } from '../../store/rules.ts';
import type { Delivery, DeliveryState } from '../../store/webhooks/deliveries.ts';
import type { Webhook } from '../../store/webhooks/webhooks.ts';

/** One attempt of a delivery. */
interface DeliveryAttemptResult {
  app: Pick<App, 'now' | 'monotonicNow'>;
  task: OutboxTask;
  delivery: Pick<Delivery, 'id' | 'accountId' | 'endpointId'>;
  url: string;
  /** The delays of the endpoint's retries. @default those of §6 */
  retryMinutes?: Webhook['retryMinutes'];
  attempt: number;
  answer: WebhookAnswer;
  /** The failures of the address before the attempt. A success after none changes no count. @default unknown */
  consecutiveFailures?: number;
}

interface AttemptFacts {
  /** The tasks that are still leased to their workers. */
  leased: Pick<ReadonlySet<number>, 'has'>;
  /** By `keyString`. */
  webhooks: Map<string, Webhook>;
}

/** The result of an attempt. Undefined if another worker now has the task; that worker records its own result. */
type Recorded = { state: DeliveryState; disables: boolean } | undefined;

/** Records attempts of deliveries (§6). */
export const recordAttempt: WriteRule<DeliveryAttemptResult, AttemptFacts, Effects, Recorded> = {
  // After a power failure, a delivery may be repeated. Receivers recognize repeats by their ID (§6).
  isDurable: false,

  async load(tx, attempts) {
    const endpointsOf = (those: readonly DeliveryAttemptResult[]) =>
      distinctKeys(those.map(({ delivery }) => endpointKey(delivery)));
    // Only failures add to the stored count, so successes need no lock. The rows are locked before the tasks, as in
    // `postponeDelivery`.
    const failing = endpointsOf(attempts.filter(({ answer }) => answer.problem !== null));
    const locks = new Set(failing.map(keyString));
    const others = endpointsOf(attempts.filter(({ consecutiveFailures }) => consecutiveFailures !== 0)).filter(
      (key) => !locks.has(keyString(key)),
    );
    const [locked, read, leased] = await Promise.all([
      tx.webhooks.listForUpdate(failing),
      tx.webhooks.listByKeys(others),
      tx.outbox.listLeased(attempts.map(({ task }) => task)),
    ]);
    return {
      leased,
      webhooks: new Map([...locked, ...read].map((webhook) => [keyString(webhook), webhook])),
    };
  },

  decide(facts, { app, task, delivery, url, retryMinutes, attempt, answer }) {
    if (!facts.leased.has(task.id)) {
      return { effects: {}, result: undefined };
    }
    const { accountId, endpointId } = delivery;
    const endpoint = keyString(endpointKey(delivery));
    const succeeded = answer.problem === null;
    const before = facts.webhooks.get(endpoint);
    // A response from an old address does not count for the new one.
    const webhook = before?.url === url ? before : undefined;
    const failures = webhook?.consecutiveFailures ?? 0;
    const consecutiveFailures = succeeded ? 0 : answer.isOwnFailure ? failures : failures + 1;
    const disables =
      webhook?.isEnabled === true &&
      (answer.statusCode === GONE ||
        consecutiveFailures >= (webhook.failuresToDisable ?? DELIVERY_FAILURES_TO_DISABLE));
    if (webhook) {
      const isEnabled = webhook.isEnabled && !disables;
      facts.webhooks.set(endpoint, { ...webhook, consecutiveFailures, isEnabled });
    }
    const delays = retryMinutes ?? DELIVERY_RETRY_DELAYS_MINUTES;
    const delay = succeeded ? undefined : delays[attempt - 1];
    const isDisabled = disables || webhook?.isEnabled === false;
    const nextAttemptAt = delay === undefined || isDisabled ? null : app.now() + delay * MICROSECONDS.minute;
    const state = succeeded ? 'delivered' : delay === undefined ? 'failed' : isDisabled ? 'waiting' : 'pending';
    const recorded = { accountId, deliveryId: delivery.id, attempt, at: app.monotonicNow(), nextAttemptAt, ...answer };
    const isCounted = webhook !== undefined && (disables || webhook.consecutiveFailures !== consecutiveFailures);
    return {
      result: { state, disables },
      effects: {
        attempts: [{ attempt: recorded, state }],
        ...(isCounted && { attemptCounts: [{ accountId, endpointId, url, consecutiveFailures, disables }] }),
        ...(nextAttemptAt === null ? { ended: [task] } : { changedTasks: [nextAttempt(task, nextAttemptAt)] }),
      },
    };
  },

  apply: applyEffects,
};
