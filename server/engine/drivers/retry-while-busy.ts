import { isBusy } from './error-codes.ts';

/**
 * Returns the store for work that no client waits for. If locks delay a transaction, it runs again until it succeeds or
 * the store is closed. Facts such as a send that a provider accepted are therefore always recorded.
 */
export const retryWhileBusy = <Any extends Writes>(store: Any): Any => ({
  ...store,
  transaction: (...args) => untilFree(() => store.transaction(...args)),
  batch: (...args) => untilFree(() => store.batch(...args)),
});

/** The functions of a store that write. */
interface Writes {
  // biome-ignore lint/suspicious/noExplicitAny: the store declares their parameters
  transaction(...args: any[]): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  batch(...args: any[]): Promise<any>;
}

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
