import type { App } from '../../app/app.ts';
import type { NewCallback } from '../../store/callbacks/callbacks.ts';
import { applyEffects, type Effects, mergeEffects } from '../../store/effects.ts';
import type { Tx } from '../../store/index.ts';
import type { WriteRule } from '../../store/rules.ts';
import { NO_ACCOUNT, QUEUE_OF, taskRow } from '../../store/tasks.ts';
import {
  type BatchedItem,
  endOf,
  type Facts,
  type Items,
  loadFacts,
  MAX_ITEMS,
  noteResults,
  processItems,
  resultsOf,
} from './callback-items.ts';
import type { CallbackTask, ItemResult } from './problems.ts';
import { providerIdsIn } from './provider-ids.ts';
import { batchedItemsOf, isPress, readCallback } from './read-callback.ts';

/** Longer callbacks are stored unread, so that many items do not delay the response. In characters. */
const MAX_READ_AT_ONCE = 16 * 1024;

/** A callback that has arrived. */
interface ArrivedCallback {
  app: App;
  callback: NewCallback;
  /** Its items, if the transaction that stores it may process them. */
  items: readonly BatchedItem[] | undefined;
}

interface ArrivalFacts {
  /** The IDs of the callbacks to process in this transaction. */
  processed: ReadonlySet<string>;
  /** What their items depend on; undefined if there are none, or if the worker must process them. */
  facts: Facts | undefined;
}

/** The task that the callback would get. It is later than the tasks of all stored callbacks. */
const taskOf = ({ id, providerAppId }: NewCallback): CallbackTask => ({
  id: Number.MAX_SAFE_INTEGER,
  queue: QUEUE_OF['process-callback'],
  subject: id,
  orderingKey: providerAppId,
  attempts: 0,
});

const itemsIn = ({ app, callback, items = [] }: ArrivedCallback): Items => {
  const { providerAppId, receivedAt } = callback;
  return { app, origin: { task: taskOf(callback), providerAppId, receivedAt }, items };
};

/**
 * Returns undefined if the items show identifiers that must be learned first. All callbacks then get tasks: if only some
 * of them did, later ones would overtake them.
 */
async function learnedFacts(tx: Tx, callbacks: readonly Items[]): Promise<Facts | undefined> {
  const facts = await loadFacts(tx, callbacks);
  return facts.news.length > 0 ? undefined : facts;
}

/**
 * Stores callbacks. Also processes those that would be the next ones of their provider app for the worker of this
 * process. The others get a task. The results of a callback are undefined if it is not processed.
 */
const arrivedCallbacks: WriteRule<ArrivedCallback, ArrivalFacts, Effects, ItemResult[] | undefined> = {
  // Callbacks of a provider app are processed in the order in which they arrive.
  isSerial: true,

  async load(tx, requests) {
    const waiting = new Set<string>();
    const processed: ArrivedCallback[] = [];
    let count = 0;
    for (const request of requests) {
      const { providerAppId } = request.callback;
      const { queue } = taskOf(request.callback);
      count += request.items?.length ?? 0;
      if (
        request.items === undefined ||
        count > MAX_ITEMS ||
        waiting.has(providerAppId) ||
        !tx.outbox.isFree(queue, providerAppId)
      ) {
        waiting.add(providerAppId);
      } else {
        processed.push(request);
      }
    }
    return {
      processed: new Set(processed.map(({ callback }) => callback.id)),
      facts: processed.length > 0 ? await learnedFacts(tx, processed.map(itemsIn)) : undefined,
    };
  },

  decide({ processed, facts }, request) {
    const { app, callback } = request;
    const { id, providerAppId, receivedAt } = callback;
    const task = taskRow(NO_ACCOUNT, 'process-callback', id, receivedAt, providerAppId);
    if (facts === undefined || !processed.has(id)) {
      return { effects: { callbacks: [callback], tasks: [task] }, result: undefined };
    }
    const { effects, result } = processItems.decide(facts, itemsIn(request));
    const { problem, isErased, next } = endOf(app, task, resultsOf(result));
    const stored: Effects = {
      ...(!isErased && { callbacks: [{ ...callback, problem }] }),
      ...(next && { tasks: [{ ...task, attempts: next.attempts, run_at: next.runAt }] }),
    };
    return { effects: mergeEffects(effects, stored), result };
  },

  apply: applyEffects,
};

/**
 * Stores a callback. If its items are simple and no callback waits before it, the same transaction processes it. This
 * returns after the commit, so the provider may forget the callback.
 */
export async function storeCallback(app: App, callback: NewCallback): Promise<void> {
  const items = await simpleItemsOf(app, callback);
  const results = await app.store.batch(arrivedCallbacks, { app, callback, items }).catch((error) => {
    if (items === undefined) {
      throw error;
    }
    // The worker tries again, and reports what is wrong.
    return app.store.batch(arrivedCallbacks, { app, callback, items: undefined });
  });
  if (results) {
    noteResults(app, itemsIn({ app, callback, items }), results);
    app.lastUses.noteCallback(callback.providerAppId, providerIdsIn(items ?? []), callback.receivedAt);
  }
}

/** Returns the items of a callback if one transaction can process all of them, without a request to the provider. */
async function simpleItemsOf(app: App, callback: NewCallback): Promise<BatchedItem[] | undefined> {
  if (app.config.role === 'api' || callback.body.length > MAX_READ_AT_ONCE) {
    return undefined;
  }
  const items = await batchedItemsOf(app, callback, await readCallback(app, callback.body));
  // Flows that a press starts may take long.
  return items?.some(isPress) ? undefined : items;
}
