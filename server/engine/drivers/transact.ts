import type { Knex } from 'knex';

/**
 * Runs statements whose results the transaction does not need. On PostgreSQL, the transaction does not wait for them
 * before it sends the next statements, such as COMMIT. If one of them fails, the transaction fails with its error.
 *
 * @param work sends all of its statements at once; none may depend on the result of another
 */
export type SendLast = (work: () => Promise<unknown>) => Promise<void>;

/**
 * Runs work in a transaction and resolves after the commit. `run` gets a `SendLast` on PostgreSQL.
 *
 * @param isDurable whether the work must survive a power failure; if not, the commit skips the fsync and survives only
 * the end of the process
 * @param lockMilliseconds how long a statement waits for a lock, on PostgreSQL. @default the setting of the connection
 */
export type Transact = <T>(
  run: (trx: Knex.Transaction, sendLast?: SendLast) => Promise<T>,
  isDurable: boolean,
  lockMilliseconds?: number,
) => Promise<T>;
