import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { withoutNul } from './drivers/postgres-connection.ts';
import { TABLES } from './tables.ts';

type Row = Record<string, unknown>;
type TableName = (typeof TABLES)[number];

/** What was copied of one table. */
export interface CopiedTable {
  table: TableName;
  rows: number;
  /** Of every row in its order, as it was read back. */
  sha256: string;
}

/** A copy is not what it was made of; the message says where. */
class CopyError extends Error {
  override name = 'CopyError';
}

/** So many rows are written with one statement. */
const BATCH = 500;

/** How many rows each table has. */
export async function countRows(db: Knex): Promise<Map<TableName, number>> {
  const counts = new Map<TableName, number>();
  for (const table of TABLES) {
    counts.set(table, Number((await db(table).count({ count: '*' }).first())?.count));
  }
  return counts;
}

/**
 * Copies every row of a SQLite database into a PostgreSQL database, reads it back and compares it. Both are transactions of the
 * caller, who commits when all have come.
 *
 * @param onRows told after each batch how many rows of a table are there
 * @throws {CopyError} for a row that did not arrive as it was
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
  const converted = (row: Row): Row =>
    Object.fromEntries(columns.map((column) => [column, convert(row[column], isBoolean.has(column))]));
  const lineOf = (row: Row): string => JSON.stringify(columns.map((column) => row[column]));
  const keyOf = (row: Row): string => JSON.stringify(key.map((column) => row[column]));

  const hash = createHash('sha256');
  let rows = 0;
  for (let place = 0; ; ) {
    // Every table of ours has SQLite's own row number, which rows are found by the fastest.
    const batch: (Row & { row_place: number })[] = await sqlite(table)
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
      .select(columns as never)) as unknown as Row[];
    const lines = new Map(arrived.map((row) => [keyOf(row), lineOf(row)]));
    for (const row of wanted) {
      const line = lineOf(row);
      if (lines.get(keyOf(row)) !== line) {
        throw new CopyError(`the row ${keyOf(row)} of ${table} did not arrive as it was`);
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

/** A value as PostgreSQL gives it back: its text cannot hold NUL, which every write of ours turns into U+FFFD. */
function convert(value: unknown, isBoolean: boolean): unknown {
  if (isBoolean && value !== null) {
    return Boolean(value);
  }
  return withoutNul(value);
}

/** Numbers go on where they were: one that was given out is not given out again, even when its row is gone. */
async function carrySequence(sqlite: Knex, postgres: Knex, table: TableName): Promise<void> {
  const row: { seq: number } | undefined = await sqlite('sqlite_sequence').where({ name: table }).first('seq');
  if (row !== undefined && row.seq > 0) {
    await postgres.raw("select setval(pg_get_serial_sequence(?, 'id'), ?)", [table, row.seq]);
  }
}
