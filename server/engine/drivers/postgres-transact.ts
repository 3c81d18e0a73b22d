import type { Knex } from 'knex';
import { codeOf } from './error-codes.ts';
import { gatherAll } from './postgres-connection.ts';
import type { SendLast, Transact } from './transact.ts';

/** PostgreSQL's code for a statement that follows a failed one. */
const TRANSACTION_ABORTED = '25P02';
const ASYNC_COMMIT = 'set local synchronous_commit to off';

/**
 * Returns a function that runs each transaction on a separate connection. Statements for which the work does not wait
 * (`SendLast`) share a round trip with COMMIT. If one of them fails, PostgreSQL refuses the statements after it and
 * COMMIT rolls back, so that nothing takes effect.
 */
export const createPostgresTransact =
  (db: Knex): Transact =>
  async (run, isDurable, lockMilliseconds) => {
    const sent: Promise<unknown>[] = [];
    let first: unknown;
    const note = (sending: Promise<unknown>) => {
      sending.catch(() => {}); // `firstFailure` and the end of the transaction report it
      sent.push(sending);
    };
    try {
      const done = await db.transaction(async (trx) => {
        trx.on('query-error', (error: unknown) => {
          first ??= error;
        });
        const connection = await trx.client.acquireConnection();
        let send = () => {};
        const sendLast: SendLast = async (work) => {
          const before = send;
          send = gatherAll(connection);
          before();
          note(work());
        };
        // These are sent together with the next statement.
        note(
          Promise.all([
            isDurable || trx.raw(ASYNC_COMMIT),
            lockMilliseconds === undefined || trx.raw(`set local lock_timeout = ${lockMilliseconds}`),
          ]),
        );
        const result = await run(trx, sendLast);
        // Every statement of `sendLast` is sent before the next tick, because Knex only awaits promises until it sends
        // one. COMMIT must follow the last of them.
        await nextTick();
        process.nextTick(send);
        return result;
      });
      await Promise.all(sent);
      return done;
    } catch (error) {
      const failure = (await firstFailure(sent)) ?? error;
      // The refusal of a later statement may arrive together with the error that caused it.
      throw codeOf(failure) === TRANSACTION_ABORTED ? (first ?? failure) : failure;
    }
  };

const nextTick = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

/** Returns the error that made PostgreSQL refuse the later statements of a transaction. */
async function firstFailure(sent: readonly Promise<unknown>[]): Promise<unknown> {
  const results = await Promise.allSettled(sent);
  return results.find((result) => result.status === 'rejected')?.reason;
}
