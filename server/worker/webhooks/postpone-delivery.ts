import type { App } from '../../app/app.ts';
import { takesEvents } from '../../domain/webhooks/deliveries.ts';
import type { OutboxTask } from '../../engine/outbox/task.ts';
import type { Account } from '../../store/account/accounts.ts';
import { applyEffects, type Effects } from '../../store/effects.ts';
import type { WriteRule } from '../../store/rules.ts';
import type { Webhook } from '../../store/webhooks/webhooks.ts';

interface Facts {
  /** The tasks that are still leased to their workers. */
  leased: Pick<ReadonlySet<number>, 'has'>;
  /** By account. */
  webhooks: ReadonlyMap<number, Webhook>;
  accounts: ReadonlyMap<number, Account>;
}

/**
 * Postpones deliveries whose endpoint is disabled or removed. They continue when there is an enabled endpoint again.
 */
export const postponeDelivery: WriteRule<{ app: Pick<App, 'now'>; task: OutboxTask }, Facts, Effects, void> = {
  async load(tx, requests) {
    const tasks = requests.map(({ task }) => task);
    const ids = [...new Set(tasks.map(({ accountId }) => accountId))];
    const [webhooks, accounts, leased] = await Promise.all([
      // Locked, so that no one enables an endpoint in between and misses its deliveries.
      tx.webhooks.listForUpdate(ids),
      tx.accounts.listByIds(ids),
      tx.outbox.listLeased(tasks),
    ]);
    return {
      leased,
      webhooks: new Map(webhooks.map((webhook) => [webhook.accountId, webhook])),
      accounts: new Map(accounts.map((account) => [account.id, account])),
    };
  },

  decide({ leased, webhooks, accounts }, { app, task }) {
    const { id, accountId, subject } = task;
    const effects = !leased.has(id)
      ? {}
      : takesEvents(webhooks.get(accountId), accounts.get(accountId))
        ? { postponed: [{ id, queue: task.queue, runAt: app.now() }] }
        : { waitingDeliveries: [{ accountId, id: subject }], ended: [task] };
    return { effects, result: undefined };
  },

  apply: applyEffects,
};
