import { adminDocument } from '@wigwag/openapi';
import { isoOf } from '../../base/time.ts';
import type { LoggedRequest } from '../../store/account/requests.ts';
import { requireAccount } from '../accounts.ts';
import { invalidField } from '../admin-error.ts';
import type { AdminOutput, OperationHandlers } from './types.ts';

const { default: LIMIT } = adminDocument.components.parameters.request_limit.schema;

const recordOf = (one: LoggedRequest & { id: number }): AdminOutput<'listRequests'>['requests'][number] => ({
  id: one.id,
  at: isoOf(one.at),
  method: one.method,
  path: one.path,
  status: one.status,
  ms: one.ms,
  request_id: one.requestId,
  error: one.error,
  key: one.keyId,
  left_out: one.leftOut,
});

/** The log of requests. */
export const requestOperations: OperationHandlers<'listRequests'> = {
  listRequests: async (app, { account, before, after, limit = LIMIT, ...filter }) => {
    if (before !== undefined && after !== undefined) {
      throw invalidField('after', 'cannot be used with before: one lists older requests, the other newer ones');
    }
    const { status: statuses, method, path, code: error, key: keyId, request_id: requestId } = filter;
    const found = await app.store.read.requests.list(
      await requireAccount(app, account),
      { statuses, method, path, error, keyId, requestId },
      { before, after },
      after === undefined ? limit + 1 : limit,
    );
    const requests = found.slice(-limit).map(recordOf);
    return { requests, next: requests.length < found.length ? (requests[0]?.id ?? null) : null };
  },
};
