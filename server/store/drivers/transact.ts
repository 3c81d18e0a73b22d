import type { Knex } from 'knex';

/**
 * Runs one piece of work in a transaction that is committed before it resolves.
 *
 * @param isDurable whether it outlives a power cut; else nobody waits for the disk, and only the end of a process is outlived
 * @param lockMilliseconds how long a statement waits for a lock, on PostgreSQL. @default what the connection was opened with
 */
export type Transact = <T>(
  run: (trx: Knex.Transaction) => Promise<T>,
  isDurable: boolean,
  lockMilliseconds?: number,
) => Promise<T>;
