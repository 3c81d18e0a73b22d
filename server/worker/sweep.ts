import { EVENT_RETENTION_DAYS } from '@wigwag/openapi';
import type { App } from '../app.ts';
import type { Tx } from '../store/index.ts';
import { MICROSECONDS } from '../time.ts';

/** How often there is sweeping, in microseconds. */
const INTERVAL = MICROSECONDS.hour;
/** How many rows go in one transaction: it should keep nobody waiting. */
const BATCH = 1_000;

/** Removes what has been kept long enough. */
export interface Sweep {
  /** Sweeps if it is time to; never twice at once. */
  run(): Promise<void>;
  /** Waits for what runs. */
  ended(): Promise<void>;
}

export function createSweep(app: App): Sweep {
  let last = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;

  async function removeAll(remove: (tx: Tx) => Promise<number>): Promise<void> {
    while ((await app.store.transaction(remove)) === BATCH) {}
  }

  async function sweep(): Promise<void> {
    const oldest = last - EVENT_RETENTION_DAYS * MICROSECONDS.day;
    await removeAll((tx) => tx.events.deleteMadeBefore(oldest, BATCH));
    await removeAll((tx) => tx.idempotency.deleteExpired(last, BATCH));
    await removeAll((tx) => tx.media.deleteExpired(last, BATCH));
  }

  return {
    run() {
      const now = app.now();
      // A virtual clock may be taken back.
      if (running === undefined && (now - last >= INTERVAL || now < last)) {
        last = now;
        running = sweep()
          .catch((error) => app.log.error({ error }, 'old rows cannot be removed; the next try is in an hour'))
          .finally(() => {
            running = undefined;
          });
      }
      return running ?? Promise.resolve();
    },
    ended: () => running ?? Promise.resolve(),
  };
}
