import { statsOf } from '../../domain/reports/stats.ts';
import type { Handlers } from '../operation.ts';
import { pageRequest, paginationOf } from '../request/page.ts';

export const reports = {
  /** §4.9 GET /stats */
  getStats: async ({ app, caller, query }) => ({
    status: 200,
    data: await app.store.readList((read) => statsOf(read, caller.account, query, app.now())),
  }),

  /** §4.9 GET /labels */
  listLabels: async ({ app, caller, query }) => {
    const request = pageRequest('labels', query);
    const page = await app.store.readList((read) => read.labels.list(caller.account.id, request));
    return { status: 200, data: { labels: page.records, pagination: paginationOf(page, request) } };
  },

  /** §4.9 GET /agents */
  listAgents: async ({ app, caller, query }) => {
    const request = pageRequest('agents', query);
    const page = await app.store.readList((read) => read.agents.list(caller.account.id, request));
    const agents = page.records.map(({ id, name, isActive }) => ({ id, name, is_active: isActive }));
    return { status: 200, data: { agents, pagination: paginationOf(page, request) } };
  },
} satisfies Partial<Handlers>;
