import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import knex from 'knex';
import { giveToOwner } from './file-owner.ts';

/** How far a copy is, in pages of the database. */
export type OnPages = (done: number, total: number) => void;

/** What is used of better-sqlite3's connection. */
interface RawSqlite {
  exec(sql: string): void;
  pragma(text: string, options?: { simple: boolean }): unknown;
  prepare(sql: string): { get(): unknown };
  backup(
    path: string,
    options: { progress(pages: { totalPages: number; remainingPages: number }): number },
  ): Promise<{ totalPages: number }>;
  close(): void;
}

/** So many pages are copied at a time; between them others get to run. */
const PAGES_A_STEP = 1_000;

/** SQLite's other files of a database. They are found by its name: beside another database of that name they would spoil it. */
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
 * Copies a database as it is at this moment into one new file, while others may write to it: the copy reads in one transaction,
 * which in WAL mode holds nobody up and which no write makes it begin anew.
 */
export async function copySqlite(from: string, to: string, onPages: OnPages = () => {}): Promise<void> {
  for (const path of [to, ...COMPANIONS.map((ending) => to + ending)]) {
    rmSync(path, { force: true });
  }
  closeSync(openSync(to, 'wx', 0o600)); // customers' messages are for nobody else on the machine
  giveToOwner(to);
  await withConnection(from, false, async (raw) => {
    raw.pragma('query_only = ON'); // a connection opened as readonly would leave SQLite's other files beside it
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
  syncFile(to); // on the disk before anybody relies on it
}

/**
 * Makes of a database one file that needs no others beside it.
 *
 * @throws what SQLite throws: SQLITE_BUSY while somebody else has it open, others for one that is damaged
 */
export async function foldLog(path: string): Promise<void> {
  await withConnection(path, false, (raw) => raw.pragma('journal_mode = DELETE'));
}

/** What is wrong with a file that should hold a database of ours; undefined when nothing is. */
export async function findFault(path: string): Promise<string | undefined> {
  try {
    return await withConnection(path, true, (raw) => {
      const found = raw.pragma('integrity_check(1)', { simple: true });
      if (found !== 'ok') {
        return `it is damaged: ${String(found)}`;
      }
      const isOurs = raw.prepare("select 1 from sqlite_schema where name = 'knex_migrations'").get() !== undefined;
      return isOurs ? undefined : 'it is no database of wigwag';
    });
  } catch (error) {
    return `it cannot be read as a database: ${(error as Error).message}`;
  }
}

/** Waits until a file and its name are on the disk. */
export function syncFile(path: string): void {
  for (const one of [path, dirname(resolve(path))]) {
    const handle = openSync(one, 'r');
    fsyncSync(handle);
    closeSync(handle);
  }
}
