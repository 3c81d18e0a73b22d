import { randomBytes } from 'node:crypto';
import { BODY_MAX_KIBIBYTES } from '@wigwag/openapi';
import type { Knex } from 'knex';
import { idempotencyQueries } from './idempotency.ts';

/** As large as the largest request, and incompressible. If it does not fit, the next send may fail. */
const sample = (): string => randomBytes((BODY_MAX_KIBIBYTES * 1024 * 3) / 4).toString('base64');

/**
 * Writes a row without effect: a stored response that has no account and has already expired. The next sweep removes
 * it.
 */
export const writeSample = (trx: Knex.Transaction): Promise<void> =>
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
