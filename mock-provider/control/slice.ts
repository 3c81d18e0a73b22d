import type { Slice } from '@wigwag/dashboard/mock-types';

/** The number of rows in a slice, if the caller names none, and at most. */
const USUAL = 100;
const MOST = 500;

const wholeOf = (value: string | null, usual: number): number =>
  value === null || !/^\d+$/.test(value) ? usual : Number(value);

const rangeOf = (query: URLSearchParams, most = MOST) => ({
  offset: wholeOf(query.get('offset'), 0),
  limit: Math.min(most, wholeOf(query.get('limit'), USUAL)),
});

/** Returns the rows that a request names by `offset` and `limit`. */
export function sliceOf<Row>(all: readonly Row[], query: URLSearchParams): Slice<Row> {
  const { offset, limit } = rangeOf(query);
  return { total: all.length, offset, rows: all.slice(offset, offset + limit) };
}

/**
 * Returns a slice of a list whose last element is the newest, the newest first, without copying the list.
 *
 * @param most the most rows @default 500
 */
export function newestOf<Row>(all: readonly Row[], query: URLSearchParams, most = MOST): Slice<Row> {
  const { offset, limit } = rangeOf(query, most);
  const end = Math.max(0, all.length - offset);
  return { total: all.length, offset, rows: all.slice(Math.max(0, end - limit), end).reverse() };
}
