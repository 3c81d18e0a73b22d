import type { Knex } from 'knex';

/** Returns true for PostgreSQL and false for SQLite. */
export const isPostgres = (db: { client: Knex['client'] }): boolean => db.client.driverName === 'pg';

/**
 * Narrows a query to rows that no other transaction has locked, so that several processes can search the same rows
 * without waiting for each other.
 */
export const skipLocked = <Query extends Knex.QueryBuilder>(db: Knex, rows: Query): Query =>
  isPostgres(db) ? (rows.forUpdate().skipLocked() as Query) : rows;

/**
 * Selects rows of a table through an index. SQLite has no statistics and might use a different index; PostgreSQL finds
 * the right one. The query must contain the condition of a partial index.
 */
export const throughIndex = (db: Knex, table: string, index: string): Knex.QueryBuilder =>
  isPostgres(db) ? db(table) : db.from(db.raw('?? indexed by ??', [table, index]));

/** The types of some columns, in column order. */
export type ColumnTypes = Record<string, 'integer' | 'bigint' | 'text'>;

/** The values of those columns in one row. */
export type SqlValues = readonly (string | number | null)[];

/** An SQL expression with its values. */
interface SqlRows {
  sql: string;
  bindings: readonly (SqlValues[number] | SqlValues)[];
}

/**
 * Returns rows as an SQL expression. On PostgreSQL, the text of the expression does not depend on the number of rows,
 * so the database prepares each statement once.
 */
function rowsOf(db: { client: Knex['client'] }, types: ColumnTypes, rows: readonly SqlValues[]): SqlRows {
  const columns = Object.values(types);
  if (isPostgres(db)) {
    return {
      sql: `select * from unnest(${columns.map((type) => `cast(? as ${type}[])`).join(', ')})`,
      bindings: columns.map((_, index) => rows.map((row) => row[index] ?? null)),
    };
  }
  // The first row sets the types for all rows.
  const first = `(cast(? as ${columns.join('), cast(? as ')}))`;
  const other = `, (?${', ?'.repeat(columns.length - 1)})`;
  return { sql: `values ${first}${other.repeat(rows.length - 1)}`, bindings: rows.flat() };
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
export const keyString = ({ accountId, id }: Key | NumberKey): string => `${accountId} ${id}`;

/** Returns each key once. */
export const distinctKeys = <Any extends Key | NumberKey>(keys: readonly Any[]): Any[] => [
  ...new Map(keys.map((key) => [keyString(key), key])).values(),
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
  rows: readonly SqlValues[],
): Query {
  const { sql, bindings } = rowsOf(query as unknown as Knex, types, rows);
  return query.whereRaw(`(${Object.keys(types).join(', ')}) in (${sql})`, bindings as SqlValues) as Query;
}

/** Narrows a query to the rows whose value in this column is one of `values`. */
export const amongValues = <Query extends Knex.QueryBuilder>(
  query: Query,
  column: string,
  values: readonly (string | number)[],
): Query =>
  (isPostgres(query as unknown as Knex)
    ? query.whereRaw(`${column} = any(?)`, [values] as unknown as string[])
    : query.whereIn(column, values as string[])) as Query;

/** Runs a statement on rows of values; the statement refers to the rows as `given`. */
export async function withRows<Name extends string>(
  trx: Knex,
  types: Record<Name, ColumnTypes[string]>,
  rows: readonly Record<NoInfer<Name>, SqlValues[number]>[],
  statement: string,
): Promise<void> {
  const names = Object.keys(types) as Name[];
  const { sql, bindings } = rowsOf(
    trx,
    types,
    rows.map((row) => names.map((name) => row[name])),
  );
  await trx.raw(`with given (${names.join(', ')}) as (${sql}) ${statement}`, bindings as SqlValues);
}

/**
 * Returns rows of a table as an SQL expression for PostgreSQL, with its value. As in `rowsOf`, the text of the
 * expression does not depend on the number of rows.
 */
export const recordsOf = (table: string, rows: readonly object[]): { sql: string; json: string } => ({
  sql: `json_populate_recordset(null::${table}, ?)`,
  json: storableJson(rows),
});

/** The escape sequences of NUL and of halves of characters. PostgreSQL refuses them. */
const UNSTORABLE = /\\u(0000|d[89a-f])/;

/** Returns the JSON of rows. Replacing each value takes several times as long, and is rarely necessary. */
function storableJson(rows: readonly object[]): string {
  const json = JSON.stringify(rows);
  return UNSTORABLE.test(json)
    ? JSON.stringify(rows, (_, value: unknown) => (typeof value === 'string' ? storable(value) : value))
    : json;
}

const storable = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed();

/** Stays within SQLite's limit of 500 queries in a union, from which Knex inserts. */
const ROWS_PER_INSERT = 400;

/** Inserts rows that have the same columns. */
export async function insertRows(db: Knex, table: string, rows: readonly object[]): Promise<void> {
  const [first] = rows;
  if (!first) {
    return;
  }
  if (!isPostgres(db)) {
    for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
      await db(table).insert(rows.slice(start, start + ROWS_PER_INSERT) as object[]);
    }
    return;
  }
  const columns = Object.keys(first).join(', ');
  const { sql, json } = recordsOf(table, rows);
  await db.raw(`insert into ${table} (${columns}) select ${columns} from ${sql}`, [json]);
}
