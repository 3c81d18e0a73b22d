import { adminDocument, EVENT_RETENTION_DAYS, MESSAGE_RETENTION_DAYS } from '@wigwag/openapi';
import type { App } from '../app/app.ts';
import { MICROSECONDS } from '../base/time.ts';
import { joinForms } from '../domain/contacts/join-forms.ts';
import type { Sweep } from '../engine/worker/context.ts';
import type { Tx } from '../store/index.ts';
import type { Deleted } from '../store/retention.ts';

const { 'x-retention-days': AUDIT_DAYS } = adminDocument.components.schemas.AuditEntry;
const { 'x-retention-days': REQUEST_DAYS, 'x-kept-requests': KEPT_REQUESTS } =
  adminDocument.components.schemas.RequestEntry;

/** How often a sweep runs, in microseconds. */
const INTERVAL = MICROSECONDS.hour;
/** The number of rows per transaction. On SQLite, a send waits for at most one such transaction. */
const BATCH = 200;

/**
 * Deletes data past its retention, and joins people whom earlier versions stored under two forms of a number.
 *
 * @param batch the number of rows per transaction
 */
export function createSweep(app: App, batch: number = BATCH): Sweep {
  let last = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;

  let isClosed = false;

  /**
   * Deletes in a series of short transactions, so that other work runs in between. Each one begins at the last row of the
   * one before it.
   */
  async function removeInOrder<Position>(
    remove: (tx: Tx, from: Position | undefined) => Promise<Deleted<Position>>,
  ): Promise<void> {
    let from: Position | undefined;
    for (let isWhole = true; isWhole && !isClosed; ) {
      const deleted = await app.store.transaction((tx) => remove(tx, from));
      from = deleted.last;
      isWhole = deleted.count === batch;
    }
  }

  /** Does the same for tables that are small, or that few rows leave: each transaction begins at the first row. */
  const removeAll = (remove: (tx: Tx) => Promise<number>): Promise<void> =>
    removeInOrder(async (tx) => ({ count: await remove(tx), last: undefined }));

  async function sweep(): Promise<void> {
    await joinForms(app, () => isClosed);
    const oldestEvent = last - EVENT_RETENTION_DAYS * MICROSECONDS.day;
    const oldestMessage = last - MESSAGE_RETENTION_DAYS * MICROSECONDS.day;
    await removeInOrder((tx, from?: number) => tx.events.deleteMadeBefore(oldestEvent, batch, from));
    await removeInOrder((tx, from?: number) => tx.idempotency.deleteExpired(last, batch, from));
    await removeAll((tx) => tx.media.deleteExpired(last, batch));
    await removeInOrder((tx, from?: string) => tx.retention.deleteCallbacks(oldestMessage, batch, from));
    await removeAll((tx) => tx.sessions.deleteBefore(oldestMessage, batch));
    await removeAll((tx) => tx.audit.deleteBefore(last - AUDIT_DAYS * MICROSECONDS.day, batch));
    await removeAll((tx) => tx.requests.deleteBefore(last - REQUEST_DAYS * MICROSECONDS.day, batch));
    for (const id of await app.store.read.requests.listAccountsBeyond(KEPT_REQUESTS)) {
      await removeAll((tx) => tx.requests.deleteBeyond(id, KEPT_REQUESTS, batch));
    }
    for (const id of await app.store.read.retention.listAccounts(oldestMessage)) {
      await removeInOrder((tx, from?: number) => tx.retention.deleteMessages(id, oldestMessage, batch, from));
      await removeInOrder((tx, from?: number) => tx.retention.deleteDeliveries(id, oldestMessage, batch, from));
    }
    const took = app.now() - last;
    if (took > INTERVAL) {
      app.log.warn(
        { minutes: Math.round(took / MICROSECONDS.minute) },
        'removing old rows took longer than the hour until the next sweep: the database is too slow for this load',
      );
    }
  }

  return {
    run() {
      const now = app.now();
      // The second condition is for virtual clocks, which may move backward.
      if (running === undefined && (now - last >= INTERVAL || now < last)) {
        last = now;
        running = sweep()
          .catch((error) => app.log.error({ error }, 'old rows cannot be removed; the next attempt is in an hour'))
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
