import type { Knex } from 'knex';

/** Returns true for PostgreSQL and false for SQLite. */
export const isPostgres = (db: Knex): boolean => db.client.config.client === 'pg';

/**
 * Narrows a query to rows that no other transaction has locked, so that several processes can search the same rows
 * without waiting for each other.
 */
export const skipLocked = <Query extends Knex.QueryBuilder>(db: Knex, rows: Query): Query =>
  isPostgres(db) ? (rows.forUpdate().skipLocked() as Query) : rows;

/** The types of some columns, in column order. */
export type ColumnTypes = Record<string, 'integer' | 'bigint' | 'text'>;

/** The values of those columns in one row. */
export type Values = readonly (string | number | null)[];

/**
 * Returns rows in a form that both databases accept: `values (cast(? as text), ...), (?, ...)`. PostgreSQL joins such
 * rows with a cached plan. For a list of rows after `in`, it would plan each time, which takes longer than running the
 * query.
 */
export function valuesOf(types: ColumnTypes, rows: readonly Values[]): { sql: string; bindings: Values } {
  // The first row sets the types for all rows.
  const first = Object.values(types).map((type) => `cast(? as ${type})`);
  const other = first.map(() => '?').join(', ');
  return {
    sql: `values ${rows.map((_, index) => `(${index === 0 ? first.join(', ') : other})`).join(', ')}`,
    bindings: rows.flat(),
  };
}

/** The key of a row that belongs to an account. */
export interface Key {
  accountId: number;
  id: string;
}

/** The key of a row that belongs to an account and has a number. */
export interface NumberKey {
  accountId: number;
  id: number;
}

/** Encodes a key as one string. */
export const nameOfKey = ({ accountId, id }: Key | NumberKey): string => `${accountId} ${id}`;

/** Returns each key once. */
export const distinctKeys = <Any extends Key | NumberKey>(keys: readonly Any[]): Any[] => [
  ...new Map(keys.map((key) => [nameOfKey(key), key])).values(),
];

/** Narrows a query to the rows with these keys. @param id the column of `id` */
export const amongKeys = <Query extends Knex.QueryBuilder>(query: Query, keys: readonly Key[], id = 'id'): Query =>
  among(
    query,
    { account_id: 'integer', [id]: 'text' },
    keys.map((key) => [key.accountId, key.id]),
  );

/** Narrows a query to the rows with these keys. */
export const amongNumbers = <Query extends Knex.QueryBuilder>(query: Query, keys: readonly NumberKey[]): Query =>
  among(
    query,
    { account_id: 'integer', id: 'integer' },
    keys.map(({ accountId, id }) => [accountId, id]),
  );

/** Narrows a query to the rows whose values in these columns match one of `rows`. */
export function among<Query extends Knex.QueryBuilder>(
  query: Query,
  types: ColumnTypes,
  rows: readonly Values[],
): Query {
  const { sql, bindings } = valuesOf(types, rows);
  return query.whereRaw(`(${Object.keys(types).join(', ')}) in (${sql})`, bindings) as Query;
}

/** Runs a statement on rows of values; the statement refers to the rows as `given`. */
export async function withRows<Name extends string>(
  trx: Knex,
  types: Record<Name, ColumnTypes[string]>,
  rows: readonly Record<NoInfer<Name>, Values[number]>[],
  statement: string,
): Promise<void> {
  const names = Object.keys(types) as Name[];
  const { sql, bindings } = valuesOf(
    types,
    rows.map((row) => names.map((name) => row[name])),
  );
  await trx.raw(`with given (${names.join(', ')}) as (${sql}) ${statement}`, bindings);
}
