import type { Knex } from 'knex';
import { withTimeout } from '../with-timeout.ts';
import { isPostgres } from './dialect.ts';
import { isRefusedWrite } from './error-codes.ts';
import type { Transact } from './transact.ts';

/** Transactions, and a check of whether the database accepts writes. */
interface WatchedWrites {
  transact: Transact;
  /**
   * Returns false from the first refused write until a write succeeds, and while another session holds a lock on the
   * whole database or on one of its tables. Each call tries a write, so that the result is correct even if nothing else
   * writes.
   */
  isWritable(): Promise<boolean>;
}

/** A sample of the program's writes. */
interface Sample {
  /** The tables that the program writes. */
  tables: readonly string[];
  /**
   * Writes a row without effect. It is as large as the largest request: if it does not fit, the next write may fail.
   */
  write(trx: Knex.Transaction): Promise<void>;
}

/** How long a lock may be held before the database counts as refusing writes, in milliseconds of real time. */
const SHORT_LOCK = 1_000;
/**
 * The lock timeout for PostgreSQL itself. It is shorter, so that PostgreSQL responds first and the connection is free
 * again.
 */
const SHORT_LOCK_STATEMENT = SHORT_LOCK / 2;

/** Takes the locks that writes take, but writes nothing. On SQLite, any transaction takes that lock. */
async function takeLocks(trx: Knex.Transaction, tables: Sample['tables']): Promise<void> {
  if (isPostgres(trx)) {
    await trx.raw(`lock table ${tables.join(', ')} in row exclusive mode`);
    await trx.raw(`delete from ${tables[0]} where false`); // a read-only session may take the locks
  }
}

/** @param sample what `isWritable` tries */
export function watchWrites(transact: Transact, sample: Sample): WatchedWrites {
  let isRefused = false;
  let trying: Promise<boolean> | undefined;

  async function tryToWrite(): Promise<boolean> {
    try {
      // Nothing is written, so this causes no fsync.
      await withTimeout(
        transact((trx) => takeLocks(trx, sample.tables), true, SHORT_LOCK_STATEMENT),
        SHORT_LOCK,
      );
      if (isRefused) {
        await transact(sample.write, true);
        isRefused = false;
      }
      return true;
    } catch {
      return false;
    }
  }

  return {
    async transact(run, isDurable, lockMilliseconds) {
      try {
        return await transact(run, isDurable, lockMilliseconds);
      } catch (error) {
        isRefused ||= isRefusedWrite(error);
        throw error;
      }
    },
    isWritable() {
      trying ??= tryToWrite().finally(() => {
        trying = undefined;
      });
      return trying;
    },
  };
}
