import { templateAnswer } from '../../domain/templates/template-answer.ts';
import type { Handlers } from '../operation.ts';
import { pageRequest, paginationOf } from '../request/page.ts';

/** Without a limit in the request, all templates are on one page. Its `pagination.limit` is at least this. */
const WHOLE_PAGE = 100;

export const templates = {
  /** §4.3 GET /templates */
  listTemplates: async ({ app, caller, query }) => {
    const { limit, cursor, ...filter } = query;
    const request = pageRequest('templates', { limit: limit ?? WHOLE_PAGE, order: 'desc', cursor }, 2);
    const page = await app.store.read.templates.list(caller.account.id, filter, { limit, after: request.after });
    const shownLimit = limit ?? Math.max(WHOLE_PAGE, page.records.length);
    return {
      status: 200,
      data: {
        templates: page.records.map(templateAnswer),
        pagination: paginationOf(page, { ...request, limit: shownLimit }),
      },
    };
  },
} satisfies Partial<Handlers>;
