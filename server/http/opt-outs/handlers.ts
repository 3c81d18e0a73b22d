import type { components } from '@wigwag/openapi';
import { isoOf } from '../../base/time.ts';
import { addToList, removeFromList } from '../../domain/opt-outs/change-list.ts';
import type { ListedPerson } from '../../store/opt-outs/person-list.ts';
import type { Handlers } from '../operation.ts';
import { pageRequest, paginationOf } from '../request/page.ts';

const optOutData = ({ phone, note, createdAt }: ListedPerson): components['schemas']['OptOut'] => ({
  phone,
  source: note,
  created_at: isoOf(createdAt),
});

export const optOuts = {
  /** §4.6 GET /opt-outs */
  listOptOuts: async ({ app, caller, query }) => {
    const request = pageRequest('opt_outs', query);
    const page = await app.store.readList((read) => read.optOuts.list(caller.account.id, request));
    return { status: 200, data: { opt_outs: page.records.map(optOutData), pagination: paginationOf(page, request) } };
  },

  /** §4.6 POST /opt-outs */
  addOptOut: async ({ app, caller, body }) => {
    const addition = { app, list: 'optOuts', caller, phone: body.phone, note: body.source } as const;
    return { status: 201, data: optOutData(await app.store.batch(addToList, addition)) };
  },

  /** §4.6 DELETE /opt-outs/{phone} */
  removeOptOut: async ({ app, caller, params }) => ({
    status: 200,
    data: await app.store.batch(removeFromList, { list: 'optOuts', caller, phone: params.phone }),
  }),
} satisfies Partial<Handlers>;
