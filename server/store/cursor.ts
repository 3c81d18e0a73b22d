import type { Knex } from 'knex';

/** Where a page ended: the values that its list is ordered by. */
export type Position = readonly number[];

/** Which page of a list is asked for. */
export interface PageRequest {
  limit: number;
  order: 'asc' | 'desc';
  /** The position that the page before ended at; from the beginning without one. */
  after?: Position | undefined;
}

/** One page of a list. */
export interface Page<T> {
  records: T[];
  /** Where the next page begins; undefined on the last one. */
  next: Position | undefined;
}

/** A number of a cursor in a comparison: whatever a client made of it, it need not fit the column. */
export const BIGINT = 'cast(? as bigint)';

/** Which list a cursor belongs to: the name under which the document lists its records, and its order. */
export interface ListOrder {
  list: string;
  order: PageRequest['order'];
}

/** A position as clients see it: they pass it on and rely on nothing in it. */
export const encodeCursor = ({ list, order }: ListOrder, position: Position): string =>
  Buffer.from(JSON.stringify([list, order, ...position])).toString('base64url');

/** The position in a cursor of this list in this order; undefined for what is no cursor of it. */
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
 * One page of a list that is ordered by `id`, that is, by when a record was made. Records made meanwhile never come twice: a page
 * begins behind an id, not behind a number of records (§2.1).
 *
 * @param query what is listed, filtered
 * @param idColumn where the id stands, when the query reads several tables
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
    .limit(limit + 1); // one more tells whether there are more
  return pageOf(rows, limit, (row) => [row.id], recordOf);
}

/** The page in rows that were read with one more than the limit. */
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
