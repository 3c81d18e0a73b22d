import type { components } from '@wigwag/openapi';
import type { Knex } from 'knex';
import type { DeliveryRow } from './tables.ts';

export type EventName = components['schemas']['EventName'];

export interface Delivery {
  accountId: number;
  id: string;
  event: EventName;
  /** `data` of the envelope (§6). */
  data: unknown;
  isTest: boolean;
  state: 'pending' | 'delivered' | 'failed';
  attempts: number;
  createdAt: number;
}

/** One HTTP try of a delivery. */
export interface DeliveryAttempt {
  accountId: number;
  deliveryId: string;
  attempt: number;
  at: number;
  statusCode: number | null;
  responsePrefix: string | null;
  problem: string | null;
  durationMs: number;
  nextAttemptAt: number | null;
}

const deliveryOf = (row: DeliveryRow): Delivery => ({
  accountId: row.account_id,
  id: row.id,
  event: row.event as EventName,
  data: JSON.parse(row.data),
  isTest: Boolean(row.is_test),
  state: row.state as Delivery['state'],
  attempts: row.attempts,
  createdAt: row.created_at,
});

export type DeliveryQueries = ReturnType<typeof deliveryQueries>;

export const deliveryQueries = (db: Knex) => ({
  async insert(delivery: Delivery): Promise<void> {
    await db('deliveries').insert({
      account_id: delivery.accountId,
      id: delivery.id,
      event: delivery.event,
      data: JSON.stringify(delivery.data),
      is_test: delivery.isTest,
      state: delivery.state,
      attempts: delivery.attempts,
      created_at: delivery.createdAt,
    });
  },

  async find(accountId: number, id: string): Promise<Delivery | undefined> {
    const row = await db('deliveries').where({ account_id: accountId, id }).first();
    return row && deliveryOf(row);
  },

  async recordAttempt(attempt: DeliveryAttempt, state: Delivery['state']): Promise<void> {
    await db('delivery_attempts').insert({
      account_id: attempt.accountId,
      delivery_id: attempt.deliveryId,
      attempt: attempt.attempt,
      at: attempt.at,
      status_code: attempt.statusCode,
      response_prefix: attempt.responsePrefix,
      problem: attempt.problem,
      duration_ms: attempt.durationMs,
      next_attempt_at: attempt.nextAttemptAt,
    });
    await db('deliveries')
      .where({ account_id: attempt.accountId, id: attempt.deliveryId })
      .update({ state, attempts: attempt.attempt });
  },

  async setState(accountId: number, id: string, state: Delivery['state']): Promise<void> {
    await db('deliveries').where({ account_id: accountId, id }).update({ state });
  },

  /** One row an attempt, oldest first. */
  async listAttempts(accountId: number): Promise<(DeliveryAttempt & { event: EventName })[]> {
    const rows = await db('delivery_attempts')
      .join('deliveries', (join) =>
        join
          .on('deliveries.account_id', 'delivery_attempts.account_id')
          .andOn('deliveries.id', 'delivery_attempts.delivery_id'),
      )
      .where('delivery_attempts.account_id', accountId)
      .orderBy(['delivery_attempts.at', 'delivery_attempts.delivery_id'])
      .select('delivery_attempts.*', 'deliveries.event');
    return rows.map((row) => ({
      accountId: row.account_id,
      deliveryId: row.delivery_id,
      event: row.event as EventName,
      attempt: row.attempt,
      at: row.at,
      statusCode: row.status_code,
      responsePrefix: row.response_prefix,
      problem: row.problem,
      durationMs: row.duration_ms,
      nextAttemptAt: row.next_attempt_at,
    }));
  },
});
