import type { Store } from '../index.ts';
import { isBusy } from './error-codes.ts';

/**
 * Returns the store for work that no client waits for. If locks delay a transaction, it runs again until it succeeds or
 * the store is closed. Facts such as a send that a provider accepted are therefore always recorded.
 */
export const retryWhileBusy = (store: Store): Store => ({
  ...store,
  transaction: (run, options) => untilFree(() => store.transaction(run, options)),
  batch: (rule, request, options) => untilFree(() => store.batch(rule, request, options)),
});

/** Each attempt already waits for the lock, so there is no pause between attempts. */
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
