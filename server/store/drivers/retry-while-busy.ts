import type { Store } from '../index.ts';
import { isBusy } from './refused-writes.ts';

/**
 * Returns the same store for work that no client waits for. If locks delay a transaction, it runs again until it
 * succeeds, so that facts such as a send that a provider accepted are recorded. It stops when the store is closed.
 */
export const retryWhileBusy = (store: Store): Store => ({
  ...store,
  transaction: (run, options) => untilFree(() => store.transaction(run, options)),
  batchedTransaction: (run, options) => untilFree(() => store.batchedTransaction(run, options)),
  begin: (task) => untilFree(() => store.begin(task)),
});

/** Each attempt waits for the lock itself, so no pause is needed. */
async function untilFree<T>(run: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!isBusy(error)) {
        throw error;
      }
    }
  }
}
