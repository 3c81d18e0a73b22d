import type { Knex } from 'knex';

/** Whether this is PostgreSQL; it is SQLite else. */
export const isPostgres = (db: Knex): boolean => db.client.config.client === 'pg';

/** Rows that nobody else holds, where several processes may look for the same: nobody waits for anybody. */
export const unheld = <Query extends Knex.QueryBuilder>(db: Knex, rows: Query): Query =>
  isPostgres(db) ? (rows.forUpdate().skipLocked() as Query) : rows;

/** What the columns of some rows hold, in the order in which they stand. */
export type ColumnTypes = Record<string, 'integer' | 'bigint' | 'text'>;

/**
 * Rows as both databases take them: `values (cast(? as text), ...), (?, ...)`. PostgreSQL joins them with a plan that it keeps; a
 * list of rows behind `in` it plans anew each time, which takes longer than to run it.
 */
export function valuesOf(
  types: ColumnTypes,
  rows: readonly object[],
): { sql: string; bindings: readonly Knex.Value[] } {
  const columns = Object.entries(types);
  // The first row says what the others hold.
  const first = columns.map(([, type]) => `cast(? as ${type})`).join(', ');
  const other = columns.map(() => '?').join(', ');
  return {
    sql: `values ${rows.map((_, index) => `(${index === 0 ? first : other})`).join(', ')}`,
    bindings: rows.flatMap((row) =>
      columns.map(([name]) => (row as Record<string, Knex.Value>)[name] ?? null),
    ) as never,
  };
}

/** Narrows a query to the rows that have in these columns what one of `rows` has. */
export function among<Query extends Knex.QueryBuilder>(
  query: Query,
  types: ColumnTypes,
  rows: readonly object[],
): Query {
  const { sql, bindings } = valuesOf(types, rows);
  return query.whereRaw(`(${Object.keys(types).join(', ')}) in (${sql})`, bindings) as Query;
}
