import type { components } from '@wigwag/openapi';
import { invalidField } from '../../domain/api-error.ts';
import { decodeCursor, encodeCursor, type ListOrder, type Page, type PageRequest } from '../../store/cursor.ts';

/** What every list takes (§8). Validation fills in the document's defaults, which its types do not tell. */
interface PageQuery {
  limit?: number | undefined;
  order?: PageRequest['order'] | undefined;
  cursor?: string | undefined;
}

/** Which page of which list is asked for. */
type ListRequest = PageRequest & ListOrder;

/**
 * The page that a query asks for.
 *
 * @param list the name of the list in the answer, which its cursors remember
 * @param length how many values the list is ordered by
 * @throws {ApiError} VALIDATION_FAILED for a cursor that this list never gave
 */
export function pageRequest(list: string, query: PageQuery, length = 1): ListRequest {
  const { limit, order, cursor } = query as PageQuery & Pick<PageRequest, 'limit' | 'order'>;
  const after = cursor === undefined ? undefined : decodeCursor(cursor, { list, order }, length);
  if (cursor !== undefined && after === undefined) {
    throw invalidField('cursor', 'is no next_cursor of this list in this order; leave it out to begin again');
  }
  return { list, limit, order, after };
}

/** `data.pagination` of a page (§2.1). */
export function paginationOf(
  page: Page<unknown>,
  { list, limit, order }: Omit<ListRequest, 'after'>,
): components['schemas']['Pagination'] {
  return {
    limit,
    count: page.records.length,
    has_more: page.next !== undefined,
    next_cursor: page.next === undefined ? null : encodeCursor({ list, order }, page.next),
  };
}
