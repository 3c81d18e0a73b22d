import type { Knex } from 'knex';

/**
 * Runs work in a transaction and resolves after the commit.
 *
 * @param isDurable whether the work must survive a power failure; if not, the commit skips the fsync and survives only
 * the end of the process
 * @param lockMilliseconds how long a statement waits for a lock, on PostgreSQL. @default the setting of the connection
 */
export type Transact = <T>(
  run: (trx: Knex.Transaction) => Promise<T>,
  isDurable: boolean,
  lockMilliseconds?: number,
) => Promise<T>;
