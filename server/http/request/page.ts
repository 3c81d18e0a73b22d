import type { components } from '@wigwag/openapi';
import { invalidField } from '../../domain/api-error.ts';
import { decodeCursor, encodeCursor, type ListOrder, type Page, type PageRequest } from '../../store/cursor.ts';

/**
 * The query parameters of every list (§8). Validation fills in the document's defaults, which the generated types do
 * not show.
 */
interface PageQuery {
  limit?: number | undefined;
  order?: PageRequest['order'] | undefined;
  cursor?: string | undefined;
}

/** The requested page of a list, and its order. */
type ListRequest = PageRequest & ListOrder;

/**
 * Returns the requested page.
 *
 * @param list the name of the list in the response, which is part of its cursors
 * @param length the number of values in a position
 * @throws {ApiError} VALIDATION_FAILED for a cursor that is not from this list
 */
export function pageRequest(list: string, query: PageQuery, length = 1): ListRequest {
  const { limit, order, cursor } = query as PageQuery & Pick<PageRequest, 'limit' | 'order'>;
  const after = cursor === undefined ? undefined : decodeCursor(cursor, { list, order }, length);
  if (cursor !== undefined && after === undefined) {
    throw invalidField('cursor', 'is not a next_cursor of this list in this order; omit it to start again');
  }
  return { list, limit, order, after };
}

/** Returns `data.pagination` of a page (§2.1). */
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
