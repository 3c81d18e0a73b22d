import type { Store } from '../index.ts';
import { isBusy } from './refused-writes.ts';

/**
 * The same store for work that no client waits for: a transaction that others' locks hold up is run again until it succeeds, so that
 * what has happened already, such as a send that a provider took, is written down. It ends when the store is closed.
 */
export const retryWhileBusy = (store: Store): Store => ({
  ...store,
  transaction: (run, options) => untilFree(() => store.transaction(run, options)),
  batchedTransaction: (run, options) => untilFree(() => store.batchedTransaction(run, options)),
  begin: (task) => untilFree(() => store.begin(task)),
});

/** Each try waits for the lock itself, so there is no pause between them. */
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
