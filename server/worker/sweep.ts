import { EVENT_RETENTION_DAYS, MESSAGE_RETENTION_DAYS } from '@wigwag/openapi';
import type { App } from '../app.ts';
import type { Tx } from '../store/index.ts';
import { MICROSECONDS } from '../time.ts';

/** How often there is sweeping, in microseconds. */
const INTERVAL = MICROSECONDS.hour;
/** How many rows go in one transaction: on SQLite, whoever sends waits for no more than that. */
const BATCH = 200;

/** Removes what has been kept long enough. */
interface Sweep {
  /** Sweeps if it is time to; never twice at once. */
  run(): Promise<void>;
  /** Waits for what runs. */
  ended(): Promise<void>;
  /** Stops behind the transaction that runs; the next start sweeps the rest. */
  close(): void;
}

/** @param batch rows in one transaction */
export function createSweep(app: App, batch: number = BATCH): Sweep {
  let last = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;

  let isClosed = false;

  /** One short transaction after the other: in between everybody else gets their turn. */
  async function removeAll(remove: (tx: Tx) => Promise<number>): Promise<void> {
    while (!isClosed && (await app.store.transaction(remove)) === batch) {}
  }

  async function sweep(): Promise<void> {
    const oldestEvent = last - EVENT_RETENTION_DAYS * MICROSECONDS.day;
    const oldestMessage = last - MESSAGE_RETENTION_DAYS * MICROSECONDS.day;
    await removeAll((tx) => tx.events.deleteMadeBefore(oldestEvent, batch));
    await removeAll((tx) => tx.idempotency.deleteExpired(last, batch));
    await removeAll((tx) => tx.media.deleteExpired(last, batch));
    await removeAll((tx) => tx.retention.deleteCallbacks(oldestMessage, batch));
    for (const id of await app.store.read.retention.listAccounts(oldestMessage)) {
      await removeAll((tx) => tx.retention.deleteMessages(id, oldestMessage, batch));
      await removeAll((tx) => tx.retention.deleteDeliveries(id, oldestMessage, batch));
    }
    const took = app.now() - last;
    if (took > INTERVAL) {
      app.log.warn(
        { minutes: Math.round(took / MICROSECONDS.minute) },
        'removing old rows took longer than the hour until the next time: the database is too slow for what comes in',
      );
    }
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
    close() {
      isClosed = true;
    },
  };
}
