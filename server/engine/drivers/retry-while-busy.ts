import { realClock } from '../clock.ts';
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

/** The first and the longest pause between attempts, in milliseconds of real time. */
const FIRST_PAUSE = 10;
const LONGEST_PAUSE = 1_000;

/** An attempt may fail without a wait, for example because of an account that moves (`LOCKS`). */
async function untilFree<T>(run: () => Promise<T>): Promise<T> {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      return await run();
    } catch (error) {
      if (!isBusy(error)) {
        throw error;
      }
    }
    await new Promise<void>((resolve) => void realClock.setTimeout(resolve, pause));
  }
}
