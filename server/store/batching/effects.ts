import type { OutboxTask, TaskChange } from '../outbox/outbox.ts';
import type { Tx } from '../queries.ts';
import type { DeliveryAttempt, DeliveryState } from '../webhooks/deliveries.ts';
import type { AttemptCount } from '../webhooks/webhooks.ts';

/** What the decision about one request changes. A kind that is missing changes nothing. */
export interface Effects {
  /** Attempts of deliveries, with the resulting state of each delivery. */
  attempts?: { attempt: DeliveryAttempt; state: DeliveryState }[];
  attemptCounts?: AttemptCount[];
  /** Tasks that have ended. */
  ended?: OutboxTask[];
  /** Tasks that run later. */
  changedTasks?: TaskChange[];
}

/**
 * Writes all effects, with one statement for each table. On PostgreSQL, the statements share a round trip. A task
 * changes only if its worker still holds the lease.
 */
export async function applyEffects(tx: Tx, all: readonly Effects[]): Promise<void> {
  const every = <Kind extends keyof Effects>(kind: Kind) =>
    all.flatMap((effects) => (effects[kind] ?? []) as NonNullable<Effects[Kind]>[number][]);
  await Promise.all([
    tx.webhooks.storeCounts(every('attemptCounts')),
    tx.deliveries.recordAttempts(every('attempts')),
    tx.outbox.change(every('changedTasks')),
    tx.outbox.end(every('ended')),
  ]);
}
