import type { Knex } from 'knex';

/** Where a page ended: the values of the columns that order its list. */
export type Position = readonly number[];

/** Which page of a list to return. */
export interface PageRequest {
  limit: number;
  order: 'asc' | 'desc';
  /** The position at which the previous page ended; undefined for the first page. */
  after?: Position | undefined;
}

/** One page of a list. */
export interface Page<T> {
  records: T[];
  /** Where the next page begins; undefined on the last page. */
  next: Position | undefined;
}

/**
 * A placeholder for a number from a cursor. A client may have altered the number so that it does not fit the column.
 */
export const BIGINT = 'cast(? as bigint)';

/** The list that a cursor belongs to: the name of its records in the API document, and its order. */
export interface ListOrder {
  list: string;
  order: PageRequest['order'];
}

/** Encodes a position as an opaque cursor. */
export const encodeCursor = ({ list, order }: ListOrder, position: Position): string =>
  Buffer.from(JSON.stringify([list, order, ...position])).toString('base64url');

/** Returns the position in a cursor; undefined if the cursor is not valid for this list and order. */
export function decodeCursor(cursor: string, { list, order }: ListOrder, length: number): Position | undefined {
  try {
    const [madeFor, madeIn, ...position] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const isPosition = position.length === length && position.every(Number.isSafeInteger);
    return madeFor === list && madeIn === order && isPosition ? (position as number[]) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns one page of a list ordered by `id`, which is the order of creation. A page starts after an ID, not after a
 * number of records, so new records never make an existing one appear twice (§2.1).
 *
 * @param query the filtered list
 * @param idColumn the column of the ID, for queries that read several tables
 */
export async function pageById<Row extends { id: number }, T>(
  query: Knex.QueryBuilder,
  { limit, order, after }: PageRequest,
  recordOf: (row: Row) => T,
  idColumn = 'id',
): Promise<Page<T>> {
  const [position] = after ?? [];
  const rows: Row[] = await query
    .modify(
      (page) =>
        position !== undefined && page.whereRaw(`?? ${order === 'asc' ? '>' : '<'} ${BIGINT}`, [idColumn, position]),
    )
    .orderBy(idColumn, order)
    .limit(limit + 1); // one more row shows whether there is a next page
  return pageOf(rows, limit, (row) => [row.id], recordOf);
}

/** Returns the page that these rows make up. The query must have read one row more than the limit. */
export function pageOf<Row, T>(
  rows: readonly Row[],
  limit: number,
  positionOf: (row: Row) => Position,
  recordOf: (row: Row) => T,
): Page<T> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    records: shown.map(recordOf),
    next: rows.length > limit && last !== undefined ? positionOf(last) : undefined,
  };
}
