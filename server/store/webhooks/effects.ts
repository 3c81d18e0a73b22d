import type { Key } from '../../engine/drivers/dialect.ts';
import { effectKind } from '../rules.ts';
import type { Delivery, DeliveryAttempt, DeliveryState } from './deliveries.ts';
import type { NewEvent } from './events.ts';
import type { AttemptCount } from './webhooks.ts';

export const webhookEffects = {
  events: effectKind<NewEvent>({
    async prepare(tx, events) {
      for (const event of events) {
        tx.record(event);
      }
      return events;
    },
  }),

  attemptCounts: effectKind<AttemptCount>({
    write: (tx, counts) => tx.webhooks.storeCounts(counts),
    needsResponse: ({ disables }) => disables,
  }),

  deliveries: effectKind<Delivery>({ write: (tx, deliveries) => tx.deliveries.insertAll(deliveries) }),

  /** Deliveries that wait until their endpoint takes events again, or that fail without an attempt. */
  deliveryStates: effectKind<Key & { state: 'waiting' | 'failed' }>({
    write: (tx, states) => tx.deliveries.setStates(states),
  }),

  /** Attempts of deliveries, with the resulting state of each delivery. */
  attempts: effectKind<{ attempt: DeliveryAttempt; state: DeliveryState }>({
    write: (tx, attempts) => tx.deliveries.recordAttempts(attempts),
  }),
};
