import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { withoutNul } from '../engine/drivers/postgres-connection.ts';
import { TABLES } from './tables.ts';

type TableRow = Record<string, unknown>;
type TableName = (typeof TABLES)[number];

/** The result of copying one table. */
export interface CopiedTable {
  table: TableName;
  rows: number;
  /** Hash of all rows in order, as read from the copy. */
  sha256: string;
}

/** Thrown if a copy differs from its source; the message says where. */
class CopyError extends Error {
  override name = 'CopyError';
}

/** The number of rows per insert statement. */
const BATCH = 500;

/** Returns the number of rows of each table. */
export async function countRows(db: Knex): Promise<Map<TableName, number>> {
  const counts = new Map<TableName, number>();
  for (const table of TABLES) {
    counts.set(table, Number((await db(table).count({ count: '*' }).first())?.count));
  }
  return counts;
}

/**
 * Copies every row of a SQLite database into a PostgreSQL database, reads it back and compares it. The caller opens
 * both transactions, and commits them when all tables are copied.
 *
 * @param onRows called after each batch with a table and the number of rows copied so far
 * @throws {CopyError} if a row differs after the copy
 */
export async function copyTables(
  sqlite: Knex,
  postgres: Knex,
  onRows: (table: TableName, rows: number) => void = () => {},
): Promise<CopiedTable[]> {
  const copied: CopiedTable[] = [];
  for (const table of TABLES) {
    copied.push(await copyTable(sqlite, postgres, table, (rows) => onRows(table, rows)));
    await carrySequence(sqlite, postgres, table);
  }
  return copied;
}

async function copyTable(
  sqlite: Knex,
  postgres: Knex,
  table: TableName,
  onRows: (rows: number) => void,
): Promise<CopiedTable> {
  const info: { name: string; pk: number }[] = await sqlite.raw(`pragma table_info(${table})`);
  const columns = info.map(({ name }) => name);
  const key = info.filter(({ pk }) => pk > 0).map(({ name }) => name);
  const types = await postgres(table).columnInfo();
  const isBoolean = new Set(columns.filter((column) => typeOf(types, column) === 'boolean'));
  const converted = (row: TableRow): TableRow =>
    Object.fromEntries(columns.map((column) => [column, convert(row[column], isBoolean.has(column))]));
  const lineOf = (row: TableRow): string => JSON.stringify(columns.map((column) => row[column]));
  const keyOf = (row: TableRow): string => JSON.stringify(key.map((column) => row[column]));

  const hash = createHash('sha256');
  let rows = 0;
  for (let place = 0; ; ) {
    // The row number is the fastest way to find rows, and every SQLite table has one.
    const batch: (TableRow & { row_place: number })[] = await sqlite(table)
      .select(sqlite.raw('rowid as row_place'), '*')
      .whereRaw('rowid > ?', [place])
      .orderByRaw('rowid')
      .limit(BATCH);
    const last = batch.at(-1);
    if (last === undefined) {
      break;
    }
    place = last.row_place;
    const wanted = batch.map(converted);
    await postgres(table).insert(wanted as never);
    const arrived = (await postgres(table)
      .whereIn(key as never, wanted.map((row) => key.map((column) => row[column])) as never)
      .select(columns as never)) as unknown as TableRow[];
    const lines = new Map(arrived.map((row) => [keyOf(row), lineOf(row)]));
    for (const row of wanted) {
      const line = lineOf(row);
      if (lines.get(keyOf(row)) !== line) {
        throw new CopyError(`row ${keyOf(row)} of ${table} differs in the copy`);
      }
      hash.update(`${line}\n`);
    }
    rows += batch.length;
    onRows(rows);
  }
  const [found] = await postgres(table).count({ count: '*' });
  if (Number(found?.count) !== rows) {
    throw new CopyError(`${table} has ${found?.count} rows instead of ${rows}`);
  }
  return { table, rows, sha256: hash.digest('hex') };
}

const typeOf = (info: object, column: string): string | undefined =>
  (info as Record<string, { type: string } | undefined>)[column]?.type;

/**
 * Returns a value as PostgreSQL returns it. PostgreSQL text cannot contain NUL, so all our writes convert NUL to
 * U+FFFD.
 */
function convert(value: unknown, isBoolean: boolean): unknown {
  if (isBoolean && value !== null) {
    return Boolean(value);
  }
  return withoutNul(value);
}

/** Continues the ID sequence, so that no ID is assigned twice, even if its row was deleted. */
async function carrySequence(sqlite: Knex, postgres: Knex, table: TableName): Promise<void> {
  const row: { seq: number } | undefined = await sqlite('sqlite_sequence').where({ name: table }).first('seq');
  if (row !== undefined && row.seq > 0) {
    await postgres.raw("select setval(pg_get_serial_sequence(?, 'id'), ?)", [table, row.seq]);
  }
}
