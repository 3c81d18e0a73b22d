import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import knex from 'knex';
import { createPrivate } from '../../base/private-file.ts';

/** Reports the progress of a copy, in pages of the database. */
export type OnPages = (done: number, total: number) => void;

/** The methods of better-sqlite3's connection that we use. */
interface RawSqlite {
  exec(sql: string): void;
  pragma(text: string, options?: { simple: boolean }): unknown;
  prepare(sql: string): { get(): unknown; all(): unknown[] };
  backup(
    path: string,
    options: { progress(pages: { totalPages: number; remainingPages: number }): number },
  ): Promise<{ totalPages: number }>;
  close(): void;
}

/** The number of pages per step; other work runs between steps. */
const PAGES_A_STEP = 1_000;

/**
 * SQLite's companion files of a database. SQLite finds them by name, so a companion file beside a different database of
 * the same name would corrupt it.
 */
export const COMPANIONS = ['-wal', '-shm', '-journal'] as const;

async function withConnection<T>(path: string, readonly: boolean, run: (raw: RawSqlite) => T | Promise<T>): Promise<T> {
  const client = knex({
    client: 'better-sqlite3',
    connection: { filename: path, options: { readonly } },
    useNullAsDefault: true,
  });
  try {
    const raw: RawSqlite = await client.client.acquireRawConnection();
    try {
      return await run(raw);
    } finally {
      raw.close();
    }
  } finally {
    await client.destroy();
  }
}

/**
 * Copies the current state of a database into one new file while other processes may write to it. The copy reads in one
 * transaction. In WAL mode it blocks no one, and writes do not restart it.
 */
export async function copySqlite(from: string, to: string, onPages: OnPages = () => {}): Promise<void> {
  for (const path of [to, ...COMPANIONS.map((ending) => to + ending)]) {
    rmSync(path, { force: true });
  }
  closeSync(createPrivate(to)); // private: the file holds customers' messages
  await withConnection(from, false, async (raw) => {
    raw.pragma('query_only = ON'); // a read-only connection would leave SQLite's companion files beside it
    raw.exec('begin');
    raw.prepare('select count(*) from sqlite_schema').get();
    const { totalPages } = await raw.backup(to, {
      progress({ totalPages, remainingPages }) {
        onPages(totalPages - remainingPages, totalPages);
        return PAGES_A_STEP;
      },
    });
    onPages(totalPages, totalPages);
    raw.exec('commit');
  });
  await foldLog(to);
  syncFile(to); // on disk before anything relies on it
}

/**
 * Merges the log into the database, so that only one file without companions remains.
 *
 * @throws SQLite's errors: SQLITE_BUSY while another process has the file open, others for a damaged file
 */
export async function foldLog(path: string): Promise<void> {
  await withConnection(path, false, (raw) => raw.pragma('journal_mode = DELETE'));
}

/** A table, view, index or trigger of a database. Columns are in the form `name type`, without their order. */
export interface SchemaObject {
  type: string;
  name: string;
  sql: string;
  columns: string[];
}

/** Returns the objects of a database, without those that SQLite creates itself. */
export const readSchema = (path: string): Promise<SchemaObject[]> =>
  withConnection(path, false, (raw) => {
    raw.pragma('query_only = ON');
    const objects = raw
      .prepare(
        `select type, name, sql from sqlite_schema
         where name not like 'sqlite\\_%' escape '\\' and sql is not null order by name`,
      )
      .all() as Omit<SchemaObject, 'columns'>[];
    return objects.map((object) => ({
      ...object,
      columns: object.type === 'table' ? columnsOf(raw, object.name) : [],
    }));
  });

/** Drops the triggers whose names match. Their statements do not run. */
export const dropTriggers = (path: string, names: RegExp): Promise<void> =>
  withConnection(path, false, (raw) => {
    const triggers = raw.prepare("select name from sqlite_schema where type = 'trigger'").all() as { name: string }[];
    for (const { name } of triggers.filter((one) => names.test(one.name))) {
      raw.exec(`drop trigger "${name}"`);
    }
  });

const columnsOf = (raw: RawSqlite, table: string): string[] =>
  (raw.pragma(`table_xinfo("${table.replaceAll('"', '""')}")`) as { name: string; type: string }[])
    .map(({ name, type }) => `${name} ${type.toLowerCase()}`.trim())
    .sort();

/** Returns what is wrong with the file of a wigwag database; undefined if it is intact. */
export async function findFault(path: string): Promise<string | undefined> {
  try {
    return await withConnection(path, true, (raw) => {
      const found = raw.pragma('integrity_check(1)', { simple: true });
      if (found !== 'ok') {
        return `it is damaged: ${String(found)}`;
      }
      const ours = "select 1 from sqlite_schema where type = 'table' and name = 'knex_migrations'";
      const isOurs = raw.prepare(ours).get() !== undefined;
      return isOurs ? undefined : 'it is not a wigwag database';
    });
  } catch (error) {
    return `it cannot be read as a database: ${(error as Error).message}`;
  }
}

/** Waits until a file and its directory entry are on disk. */
export function syncFile(path: string): void {
  for (const one of [path, dirname(resolve(path))]) {
    const handle = openSync(one, 'r');
    fsyncSync(handle);
    closeSync(handle);
  }
}
