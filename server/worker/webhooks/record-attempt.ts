import { DELIVERY_FAILURES_TO_DISABLE, DELIVERY_RETRY_DELAYS_MINUTES } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { MICROSECONDS } from '../../base/time.ts';
import { GONE } from '../../domain/webhooks/deliveries.ts';
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
  delivery: Pick<Delivery, 'id'>;
  url: string;
  attempt: number;
  answer: WebhookAnswer;
  /** The failures of the address before the attempt. A success after none changes no count. @default unknown */
  consecutiveFailures?: number;
}

interface AttemptFacts {
  /** The tasks that are still leased to their workers. */
  leased: Pick<ReadonlySet<number>, 'has'>;
  /** By account. */
  webhooks: Map<number, Webhook>;
}

/** The result of an attempt. Undefined if another worker now has the task; that worker records its own result. */
type Recorded = { state: DeliveryState; disables: boolean } | undefined;

/** Records attempts of deliveries (§6). */
export const recordAttempt: WriteRule<DeliveryAttemptResult, AttemptFacts, Effects, Recorded> = {
  async load(tx, attempts) {
    const accountsOf = (those: readonly DeliveryAttemptResult[]) => [
      ...new Set(those.map(({ task }) => task.accountId)),
    ];
    // Only failures add to the stored count, so successes need no lock. The rows are locked before the tasks, as in
    // `postponeDelivery`.
    const failing = accountsOf(attempts.filter(({ answer }) => answer.problem !== null));
    const others = accountsOf(attempts.filter(({ consecutiveFailures }) => consecutiveFailures !== 0)).filter(
      (id) => !failing.includes(id),
    );
    const [locked, read, leased] = await Promise.all([
      tx.webhooks.listForUpdate(failing),
      tx.webhooks.list(others),
      tx.outbox.listLeased(attempts.map(({ task }) => task)),
    ]);
    return {
      leased,
      webhooks: new Map([...locked, ...read].map((webhook) => [webhook.accountId, webhook])),
    };
  },

  decide(facts, { app, task, delivery, url, attempt, answer }) {
    if (!facts.leased.has(task.id)) {
      return { effects: {}, result: undefined };
    }
    const { accountId } = task;
    const succeeded = answer.problem === null;
    const before = facts.webhooks.get(accountId);
    // A response from an old address does not count for the new one.
    const webhook = before?.url === url ? before : undefined;
    const failures = webhook?.consecutiveFailures ?? 0;
    const consecutiveFailures = succeeded ? 0 : answer.isOwnFailure ? failures : failures + 1;
    const disables =
      webhook?.isEnabled === true &&
      (answer.statusCode === GONE || consecutiveFailures >= DELIVERY_FAILURES_TO_DISABLE);
    if (webhook) {
      const isEnabled = webhook.isEnabled && !disables;
      facts.webhooks.set(accountId, { ...webhook, consecutiveFailures, isEnabled });
    }
    const delay = succeeded ? undefined : DELIVERY_RETRY_DELAYS_MINUTES[attempt - 1];
    const isDisabled = disables || webhook?.isEnabled === false;
    const nextAttemptAt = delay === undefined || isDisabled ? null : app.now() + delay * MICROSECONDS.minute;
    const state = succeeded ? 'delivered' : delay === undefined ? 'failed' : isDisabled ? 'waiting' : 'pending';
    const recorded = { accountId, deliveryId: delivery.id, attempt, at: app.monotonicNow(), nextAttemptAt, ...answer };
    const isCounted = webhook !== undefined && (disables || webhook.consecutiveFailures !== consecutiveFailures);
    return {
      result: { state, disables },
      effects: {
        attempts: [{ attempt: recorded, state }],
        ...(isCounted && { attemptCounts: [{ accountId, url, consecutiveFailures, disables }] }),
        ...(nextAttemptAt === null ? { ended: [task] } : { changedTasks: [nextAttempt(task, nextAttemptAt)] }),
      },
    };
  },

  apply: applyEffects,
};
