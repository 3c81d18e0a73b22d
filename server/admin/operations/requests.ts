import { adminDocument } from '@wigwag/openapi';
import { addressOf } from '../../base/address-network.ts';
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
  ip: one.ip,
  left_out: one.leftOut,
});

/** The log of requests. */
export const requestOperations: OperationHandlers<'listRequests'> = {
  listRequests: async (app, { account, before, after, limit = LIMIT, ...filter }) => {
    if (before !== undefined && after !== undefined) {
      throw invalidField('after', 'cannot be used with before: one lists older requests, the other newer ones');
    }
    const { status: statuses, method, path, code: error, key: keyId, request_id: requestId } = filter;
    const ip = filter.ip === undefined ? undefined : addressOf(filter.ip);
    if (filter.ip !== undefined && ip === undefined) {
      throw invalidField('ip', 'is not an IP address, such as 203.0.113.7 or 2001:db8::1');
    }
    const found = await app.store.read.requests.list(
      await requireAccount(app, account),
      { statuses, method, path, error, keyId, requestId, ip },
      { before, after },
      after === undefined ? limit + 1 : limit,
    );
    const requests = found.slice(-limit).map(recordOf);
    return { requests, next: requests.length < found.length ? (requests[0]?.id ?? null) : null };
  },
};
