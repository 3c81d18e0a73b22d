import { randomBytes } from 'node:crypto';
import { BODY_MAX_KIBIBYTES } from '@wigwag/openapi';
import type { Knex } from 'knex';
import type { Transact } from './group-commit.ts';
import { idempotencyQueries } from './idempotency.ts';

/** How SQLite and PostgreSQL say that there is no room, that they may only read, or that the disk fails. */
const REFUSALS = /^(SQLITE_FULL|SQLITE_READONLY|SQLITE_IOERR|53100|25006|58030)/;

/** Whether nothing can be written at the moment, whatever it is: not a fault of what was written. */
export const isRefusedWrite = (error: unknown): boolean =>
  REFUSALS.test(String((error as { code?: unknown } | null)?.code));

/** Transactions, and whether the database takes what they write. */
export interface WatchedWrites {
  transact: Transact;
  /**
   * False from the first write that was refused on. Whoever asks then makes it try once more, so that it is known to take writes
   * again when nobody else writes any more, because everybody was told that it does not.
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

/** While nothing was refused it costs nothing. */
export function watchWrites(transact: Transact): WatchedWrites {
  let isRefused = false;
  let trying: Promise<void> | undefined;

  return {
    async transact(run, isDurable) {
      try {
        return await transact(run, isDurable);
      } catch (error) {
        isRefused ||= isRefusedWrite(error);
        throw error;
      }
    },
    async takesWrites() {
      if (isRefused) {
        trying ??= transact(writeSample, true)
          .then(
            () => {
              isRefused = false;
            },
            () => {},
          )
          .finally(() => {
            trying = undefined;
          });
        await trying;
      }
      return !isRefused;
    },
  };
}
