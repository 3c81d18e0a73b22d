import type { Knex } from 'knex';
import type { CallbackRow } from '../tables.ts';

export type CallbackQueries = ReturnType<typeof callbackQueries>;

/** Returns the queries for callbacks, which are stored unchanged until they are processed. */
export const callbackQueries = (db: Knex) => ({
  async insert(callback: { id: string; providerAppId: string; body: string; receivedAt: number }): Promise<void> {
    await db('callbacks').insert({
      id: callback.id,
      provider_app_id: callback.providerAppId,
      body: callback.body,
      state: 'new',
      received_at: callback.receivedAt,
    });
  },

  find: (id: string): Promise<CallbackRow | undefined> => db('callbacks').where({ id }).first(),

  /** Marks a callback as processed. `problem` lists the items that could not be processed. */
  async finish(id: string, problem: string | null): Promise<void> {
    await db('callbacks')
      .where({ id })
      .update({ state: problem === null ? 'done' : 'failed', problem });
  },

  /** Deletes a callback. */
  async remove(id: string): Promise<void> {
    await db('callbacks').where({ id }).delete();
  },
});
