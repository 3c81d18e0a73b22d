import { randomBytes } from 'node:crypto';
import { BODY_MAX_KIBIBYTES } from '@wigwag/openapi';
import type { Knex } from 'knex';
import { withTimeout } from '../../with-timeout.ts';
import { idempotencyQueries } from '../messages/idempotency.ts';
import { TABLES } from '../tables.ts';
import { isPostgres } from './dialect.ts';
import type { Transact } from './transact.ts';

/** The errors of SQLite and PostgreSQL for a full disk, a read-only database and a failing disk. */
const REFUSALS = /^(SQLITE_FULL|SQLITE_READONLY|SQLITE_IOERR|53100|25006|58030)/;
/** The error codes that mean that another session holds a lock. */
const LOCKS = /^(SQLITE_BUSY|55P03)/;

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code);

/** Whether the database cannot write at all at the moment, so that the fault is not in the written data. */
export const isRefusedWrite = (error: unknown): boolean => REFUSALS.test(codeOf(error));

/**
 * Whether work failed because another session holds a lock for too long, or because all connections wait for one.
 * Nothing was written, and the same work may succeed later.
 */
export const isBusy = (error: unknown): boolean =>
  LOCKS.test(codeOf(error)) || (error as Error | null)?.name === 'KnexTimeoutError';

/** Transactions, and whether the database accepts writes. */
interface WatchedWrites {
  transact: Transact;
  /**
   * False from the first refused write until one succeeds, and while another session holds a lock on the whole database
   * or on one of its tables. Each call tries a write, so that the answer is right even if no one else writes.
   */
  takesWrites(): Promise<boolean>;
}

/** As large as the largest request, and incompressible: if less fits, the next send may fail. */
const sample = (): string => randomBytes((BODY_MAX_KIBIBYTES * 1024 * 3) / 4).toString('base64');

/**
 * Writes a row without effect: a stored response that belongs to no account and has already expired. The next sweep
 * removes it.
 */
const writeSample = (trx: Knex.Transaction): Promise<boolean> =>
  idempotencyQueries(trx).reserve(
    {
      key: { accountId: 0, scope: 'sample', key: 'sample' },
      requestHash: '',
      requestId: '',
      expiresAt: 0,
      response: { status: 0, data: sample() },
    },
    1,
  );

/** How long a lock may be held before the database counts as refusing writes, in milliseconds of real time. */
const SHORT_LOCK = 1_000;
/** PostgreSQL's own limit for a lock: shorter, so that its answer comes first and the connection is free again. */
const SHORT_LOCK_STATEMENT = SHORT_LOCK / 2;

/** Takes the locks that writes take, and writes nothing. On SQLite any transaction takes that lock. */
async function takeLocks(trx: Knex.Transaction): Promise<void> {
  if (isPostgres(trx)) {
    await trx.raw(`lock table ${TABLES.join(', ')} in row exclusive mode`);
  }
}

export function watchWrites(transact: Transact): WatchedWrites {
  let isRefused = false;
  let trying: Promise<boolean> | undefined;

  async function tryToWrite(): Promise<boolean> {
    try {
      // Nothing is written, so no fsync happens.
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
