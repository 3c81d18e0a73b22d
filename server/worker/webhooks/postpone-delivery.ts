import type { App } from '../../app/app.ts';
import { endpointKey, takesEvents } from '../../domain/webhooks/deliveries.ts';
import { distinctKeys, keyString } from '../../engine/drivers/dialect.ts';
import { type OutboxTask, postponedTo } from '../../engine/outbox/task.ts';
import type { Account } from '../../store/account/accounts.ts';
import { applyEffects, type Effects } from '../../store/effects.ts';
import type { WriteRule } from '../../store/rules.ts';
import type { Delivery } from '../../store/webhooks/deliveries.ts';
import type { Webhook } from '../../store/webhooks/webhooks.ts';

/** A delivery that its endpoint does not take now. */
interface Untaken {
  app: Pick<App, 'now'>;
  task: OutboxTask;
  delivery: Pick<Delivery, 'accountId' | 'endpointId'>;
}

interface Facts {
  /** The tasks that are still leased to their workers. */
  leased: Pick<ReadonlySet<number>, 'has'>;
  /** By `keyString`. */
  webhooks: ReadonlyMap<string, Webhook>;
  accounts: ReadonlyMap<number, Account>;
}

/**
 * Postpones deliveries whose endpoint is disabled, paused or without an address. They continue when the endpoint takes
 * events again. Deliveries to a removed endpoint fail.
 */
export const postponeDelivery: WriteRule<Untaken, Facts, Effects, void> = {
  async load(tx, requests) {
    const tasks = requests.map(({ task }) => task);
    const [webhooks, accounts, leased] = await Promise.all([
      // Locked, so that no one enables an endpoint in between and misses its deliveries.
      tx.webhooks.listForUpdate(distinctKeys(requests.map(({ delivery }) => endpointKey(delivery)))),
      tx.accounts.listByIds([...new Set(tasks.map(({ accountId }) => accountId))]),
      tx.outbox.listLeased(tasks),
    ]);
    return {
      leased,
      webhooks: new Map(webhooks.map((webhook) => [keyString(webhook), webhook])),
      accounts: new Map(accounts.map((account) => [account.id, account])),
    };
  },

  decide({ leased, webhooks, accounts }, { app, task, delivery }) {
    const { id, accountId, subject } = task;
    const webhook = webhooks.get(keyString(endpointKey(delivery)));
    if (!leased.has(id)) {
      return { effects: {}, result: undefined };
    }
    if (takesEvents(webhook, accounts.get(accountId))) {
      return { effects: { postponed: [postponedTo(task, app.now())] }, result: undefined };
    }
    const state = webhook ? 'waiting' : 'failed';
    return { effects: { deliveryStates: [{ accountId, id: subject, state }], ended: [task] }, result: undefined };
  },

  apply: applyEffects,
};
