import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import type { Knex } from 'knex';
import { isDatabaseFault } from './error-codes.ts';

/** Where reads run that may use a replica. */
export interface Replica {
  /**
   * Runs reads in a transaction on the replica if it has everything that the primary had written at the start, less the
   * allowed staleness. Otherwise, or if the replica fails, they run on the primary.
   *
   * @param run only reads; it may run twice
   */
  read<T>(run: (db: Knex) => Promise<T>): Promise<T>;
  reads: ReplicaReads;
  close(): Promise<void>;
}

/** The results of reads: the replica answered, or the primary because the replica was late, or failed. */
export const REPLICA_RESULTS = ['replica', 'late', 'failed'] as const;
type ReplicaResult = (typeof REPLICA_RESULTS)[number];
/** The number of reads by result. */
export type ReplicaReads = Readonly<Record<ReplicaResult, number>>;

/** The pauses between checks of a replica that lacks something, in milliseconds. */
const PAUSES = [2, 5, 10, 25];
/** How long a replica that failed is not used, in milliseconds of real time. */
const REST = 5_000;

/** The end of the log that the primary has written, including changes that are not yet on its disk. */
const POSITION = 'select pg_current_wal_insert_lsn()::text as position';
/**
 * Only a standby that receives the log of its primary counts. After a failover, a former primary may have a later
 * position in a log that no longer exists.
 */
const HAS_REPLAYED = `select pg_is_in_recovery() and exists (select from pg_stat_wal_receiver)
  and pg_last_wal_replay_lsn() >= ?::pg_lsn as is_current`;

class LateError extends Error {}

/**
 * Returns a replica that reads use. The caller closes `primary`.
 *
 * @param staleMilliseconds how old the data may be, in milliseconds of real time
 */
export function createReplica(primary: Knex, replica: Knex, staleMilliseconds: number): Replica {
  const reads = { replica: 0, late: 0, failed: 0 };
  let last: { position: string; at: number } | undefined;
  let asking: Promise<string> | undefined;
  let restingUntil = 0;

  /** Reads that start in the same turn of the event loop share a query. */
  async function ask(): Promise<string> {
    await setImmediate();
    asking = undefined;
    const at = performance.now();
    const { rows } = await primary.raw(POSITION);
    const { position } = rows[0];
    last = { position, at };
    return position;
  }

  async function neededPosition(): Promise<string> {
    if (last !== undefined && performance.now() - last.at < staleMilliseconds) {
      return last.position;
    }
    asking ??= ask();
    return asking;
  }

  /** @throws {LateError} */
  async function requireReplayed(trx: Knex, position: string): Promise<void> {
    for (const milliseconds of [...PAUSES, undefined]) {
      const { rows } = await trx.raw(HAS_REPLAYED, [position]);
      if (rows[0].is_current) {
        return;
      }
      if (milliseconds !== undefined) {
        await pause(milliseconds);
      }
    }
    throw new LateError();
  }

  return {
    async read(run) {
      if (performance.now() < restingUntil) {
        reads.failed += 1;
      } else {
        try {
          const position = await neededPosition();
          // In a transaction, because the address may lead to several replicas.
          const result = await replica.transaction(async (trx) => {
            await requireReplayed(trx, position);
            return run(trx);
          });
          reads.replica += 1;
          return result;
        } catch (error) {
          const isLate = error instanceof LateError;
          if (!isLate && !isDatabaseFault(error)) {
            throw error;
          }
          if (!isLate) {
            restingUntil = performance.now() + REST;
          }
          reads[isLate ? 'late' : 'failed'] += 1;
        }
      }
      return run(primary);
    },
    reads,
    close: () => replica.destroy(),
  };
}
