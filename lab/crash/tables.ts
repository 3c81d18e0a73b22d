import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import knex from 'knex';
import { COMPANIONS } from '../../server/engine/drivers/sqlite-file.ts';
import { TABLES } from '../../server/store/tables.ts';
import { readEverything } from '../../server/testing/read-everything.ts';

type TableRow = Record<string, unknown>;
/** All rows of all tables. */
export type Everything = Map<string, TableRow[]>;

/** Copies an idle SQLite database with its companion files. */
export function copyDatabase(from: string, to: string): void {
  for (const ending of ['', ...COMPANIONS].filter((one) => existsSync(from + one))) {
    copyFileSync(from + ending, to + ending);
  }
}

/**
 * Returns all rows of a SQLite file, read from a copy, because opening it would recover it.
 *
 * @throws if it is damaged
 */
export async function readSqlite(path: string, folder: string): Promise<Everything> {
  const own = mkdtempSync(join(folder, 'look-'));
  const copy = join(own, 'copy.db');
  copyDatabase(path, copy);
  const db = knex({ client: 'better-sqlite3', connection: { filename: copy }, useNullAsDefault: true });
  try {
    const [check] = await db.raw('pragma integrity_check(1)');
    if (check?.integrity_check !== 'ok') {
      throw new Error(`${path} is damaged: ${JSON.stringify(check)}`);
    }
    return await readEverything(db);
  } finally {
    await db.destroy();
    rmSync(own, { recursive: true });
  }
}

/**
 * Returns all rows of a PostgreSQL database. It first waits for other connections to end: a killed client ends with a
 * delay.
 */
export async function readPostgres(url: string): Promise<Everything> {
  const db = knex({ client: 'pg', connection: url, pool: { min: 0, max: 1 } });
  const others = () =>
    db('pg_stat_activity').whereRaw('datname = current_database() and pid <> pg_backend_pid()').first('pid');
  try {
    while ((await others()) !== undefined) {}
    return await readEverything(db);
  } finally {
    await db.destroy();
  }
}

/** Tables by which processes that share a database communicate. Querying a server adds rows to them. */
const OF_PROCESSES: readonly string[] = ['workers', 'line_paces', 'key_rates'];
const CONTENT = TABLES.filter((table) => !OF_PROCESSES.includes(table));

/** Times, in microseconds, are below this. */
const LAST_TIME = 1e17;

/**
 * Returns our tables as text, equal for equal contents in either database.
 *
 * @param since in microseconds; the command wrote later times, which therefore count as equal
 */
export function contentOf(everything: Everything, since: number): string {
  const meaning = (value: unknown): unknown => {
    const plain = typeof value === 'boolean' || (typeof value === 'string' && /^\d{1,17}$/.test(value));
    const number = plain ? Number(value) : value;
    return typeof number === 'number' && number > since && number < LAST_TIME ? 'later' : number;
  };
  const lineOf = (row: TableRow) =>
    JSON.stringify(
      Object.entries(row)
        .map(([name, value]) => [name, meaning(value)])
        .sort(),
    );
  return CONTENT.map((table) => `${table}\n${(everything.get(table) ?? []).map(lineOf).sort().join('\n')}`).join('\n');
}

/** Returns the number of rows in our tables. */
export const rowsIn = (everything: Everything): number =>
  CONTENT.reduce((sum, table) => sum + (everything.get(table)?.length ?? 0), 0);

/** Returns the locations of a text, also within bytes: `table.column: text`. */
export function placesOf(everything: Everything, texts: readonly string[]): string[] {
  const textOf = (value: unknown): string =>
    Buffer.isBuffer(value) ? value.toString('latin1') : typeof value === 'string' ? value : JSON.stringify(value);
  return [...everything].flatMap(([table, rows]) =>
    rows.flatMap((row) =>
      Object.entries(row).flatMap(([column, value]) =>
        texts.filter((one) => textOf(value).includes(one)).map((one) => `${table}.${column}: ${one}`),
      ),
    ),
  );
}

/** Returns all encrypted texts by location. */
export function sealedIn(everything: Everything): Map<string, string> {
  const found = new Map<string, string>();
  for (const [table, rows] of everything) {
    for (const row of rows) {
      for (const [column, value] of Object.entries(row)) {
        if (typeof value === 'string' && value.startsWith('v1.')) {
          found.set(`${table}.${column} ${row.id ?? row.account_id}`, value);
        }
      }
    }
  }
  return found;
}
