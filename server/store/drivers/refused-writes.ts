import { randomBytes } from 'node:crypto';
import { BODY_MAX_KIBIBYTES } from '@wigwag/openapi';
import type { Knex } from 'knex';
import { withTimeout } from '../../with-timeout.ts';
import { idempotencyQueries } from '../messages/idempotency.ts';
import { TABLES } from '../tables.ts';
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
  takesWrites(): Promise<boolean>;
}

/** As large as the largest request, and incompressible. If it does not fit, the next send may fail. */
const sample = (): string => randomBytes((BODY_MAX_KIBIBYTES * 1024 * 3) / 4).toString('base64');

/**
 * Writes a row without effect: a stored response that has no account and has already expired. The next sweep removes
 * it.
 */
const writeSample = (trx: Knex.Transaction): Promise<void> =>
  idempotencyQueries(trx).reserve(
    [
      {
        key: { accountId: 0, scope: 'sample', key: 'sample' },
        requestHash: '',
        requestId: '',
        expiresAt: 0,
        status: 0,
        data: sample(),
      },
    ],
    1,
  );

/** How long a lock may be held before the database counts as refusing writes, in milliseconds of real time. */
const SHORT_LOCK = 1_000;
/**
 * The lock timeout for PostgreSQL itself. It is shorter, so that PostgreSQL responds first and the connection is free
 * again.
 */
const SHORT_LOCK_STATEMENT = SHORT_LOCK / 2;

/** Takes the locks that writes take, but writes nothing. On SQLite, any transaction takes that lock. */
async function takeLocks(trx: Knex.Transaction): Promise<void> {
  if (isPostgres(trx)) {
    await trx.raw(`lock table ${TABLES.join(', ')} in row exclusive mode`);
    await trx.raw('delete from idempotency where false'); // a read-only session may take the locks
  }
}

export function watchWrites(transact: Transact): WatchedWrites {
  let isRefused = false;
  let trying: Promise<boolean> | undefined;

  async function tryToWrite(): Promise<boolean> {
    try {
      // Nothing is written, so this causes no fsync.
      await withTimeout(transact(takeLocks, true, SHORT_LOCK_STATEMENT), SHORT_LOCK);
      if (isRefused) {
        await transact(writeSample, true);
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
    takesWrites() {
      trying ??= tryToWrite().finally(() => {
        trying = undefined;
      });
      return trying;
    },
  };
}
