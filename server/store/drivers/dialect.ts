import type { Knex } from 'knex';

/** Whether this is PostgreSQL; it is SQLite else. */
export const isPostgres = (db: Knex): boolean => db.client.config.client === 'pg';

/** Rows that nobody else holds, where several processes may look for the same: nobody waits for anybody. */
export const skipLocked = <Query extends Knex.QueryBuilder>(db: Knex, rows: Query): Query =>
  isPostgres(db) ? (rows.forUpdate().skipLocked() as Query) : rows;

/** What some columns hold, in the order in which they stand. */
export type ColumnTypes = Record<string, 'integer' | 'bigint' | 'text'>;

/** The values of those columns in one row. */
export type Values = readonly (string | number | null)[];

/**
 * Rows as both databases take them: `values (cast(? as text), ...), (?, ...)`. PostgreSQL joins them with a plan that it keeps; a
 * list of rows behind `in` it plans anew each time, which takes longer than to run it.
 */
export function valuesOf(types: ColumnTypes, rows: readonly Values[]): { sql: string; bindings: Values } {
  // The first row says what the others hold.
  const first = Object.values(types).map((type) => `cast(? as ${type})`);
  const other = first.map(() => '?').join(', ');
  return {
    sql: `values ${rows.map((_, index) => `(${index === 0 ? first.join(', ') : other})`).join(', ')}`,
    bindings: rows.flat(),
  };
}

/** Narrows a query to the rows that have in these columns what one of `rows` has. */
export function among<Query extends Knex.QueryBuilder>(
  query: Query,
  types: ColumnTypes,
  rows: readonly Values[],
): Query {
  const { sql, bindings } = valuesOf(types, rows);
  return query.whereRaw(`(${Object.keys(types).join(', ')}) in (${sql})`, bindings) as Query;
}
