import { randomBytes } from 'node:crypto';
import { BODY_MAX_KIBIBYTES } from '@wigwag/openapi';
import type { Knex } from 'knex';
import { withTimeout } from '../../with-timeout.ts';
import { idempotencyQueries } from '../messages/idempotency.ts';
import { TABLES } from '../tables.ts';
import { isPostgres } from './dialect.ts';
import type { Transact } from './transact.ts';

/** How SQLite and PostgreSQL say that there is no room, that they may only read, or that the disk fails. */
const REFUSALS = /^(SQLITE_FULL|SQLITE_READONLY|SQLITE_IOERR|53100|25006|58030)/;
/** The codes of an error that means: another session holds a lock. */
const LOCKS = /^(SQLITE_BUSY|55P03)/;

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code);

/** Whether nothing can be written at the moment, whatever it is: not a fault of what was written. */
export const isRefusedWrite = (error: unknown): boolean => REFUSALS.test(codeOf(error));

/**
 * Whether something was given up because others hold a lock for too long, or all connections wait for one: nothing of it was done, and
 * the same may succeed later.
 */
export const isBusy = (error: unknown): boolean =>
  LOCKS.test(codeOf(error)) || (error as Error | null)?.name === 'KnexTimeoutError';

/** Transactions, and whether the database takes what they write. */
interface WatchedWrites {
  transact: Transact;
  /**
   * False from the first write that was refused until one succeeds, and while another session holds a lock on the whole database or on one
   * of its tables. It tries each time, so that the answer is right when no one else writes.
   */
  takesWrites(): Promise<boolean>;
}

/** As much as the largest request, and nothing that can be compressed: where less fits, the next send may not. */
const sample = (): string => randomBytes((BODY_MAX_KIBIBYTES * 1024 * 3) / 4).toString('base64');

/** Writes what nobody needs: a kept response of no account that has expired already, which the next sweep removes. */
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

/** How long a lock may be held before the database counts as one that takes no writes, in milliseconds of real time. */
const SHORT_LOCK = 1_000;
/** PostgreSQL's own limit for waiting for a lock: shorter, so that its answer comes first and the connection is free again. */
const SHORT_LOCK_STATEMENT = SHORT_LOCK / 2;

/** Takes the locks that writes take, and writes nothing. SQLite's is taken by any transaction. */
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
      // Nothing is written, so nothing waits for the disk.
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
