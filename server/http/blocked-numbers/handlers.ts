import type { components } from '@wigwag/openapi';
import { isoOf } from '../../base/time.ts';
import { addToList, removeFromList } from '../../domain/opt-outs/change-list.ts';
import type { ListedPerson } from '../../store/opt-outs/person-list.ts';
import type { Handlers } from '../operation.ts';
import { pageRequest, paginationOf } from '../request/page.ts';

const blockedNumberData = ({ phone, note, createdAt }: ListedPerson): components['schemas']['BlockedNumber'] => ({
  phone,
  reason: note,
  created_at: isoOf(createdAt),
});

export const blockedNumbers = {
  /** §4.6 GET /blocked-numbers */
  listBlockedNumbers: async ({ app, caller, query }) => {
    const request = pageRequest('blocked_numbers', query);
    const page = await app.store.readList((read) => read.blockedNumbers.list(caller.account.id, request));
    return {
      status: 200,
      data: { blocked_numbers: page.records.map(blockedNumberData), pagination: paginationOf(page, request) },
    };
  },

  /** §4.6 POST /blocked-numbers */
  blockNumber: async ({ app, caller, body }) => {
    const addition = { app, list: 'blockedNumbers', caller, phone: body.phone, note: body.reason } as const;
    return { status: 201, data: blockedNumberData(await app.store.batch(addToList, addition)) };
  },

  /** §4.6 DELETE /blocked-numbers/{phone} */
  unblockNumber: async ({ app, caller, params }) => ({
    status: 200,
    data: await app.store.batch(removeFromList, { list: 'blockedNumbers', caller, phone: params.phone }),
  }),
} satisfies Partial<Handlers>;
