import { existsSync, renameSync } from 'node:fs';
import { sqlitePathOf } from './backup.ts';
import { lockFile } from './lock.ts';
import { type CopiedTable, copyTables, countRows } from './store/copy-tables.ts';
import { openDatabase } from './store/database.ts';
import { outboxQueries } from './store/outbox.ts';
import { TABLES } from './store/tables.ts';

export type MovedTable = CopiedTable;

/** A database cannot be moved; the message says why. Nothing has been changed then. */
export class MoveError extends Error {
  override name = 'MoveError';
}

export interface MoveOptions {
  /** Microseconds since the epoch. */
  now: number;
  /** Told before the first row how many there are in all. */
  onTotal?: (rows: number) => void;
  onRows?: (table: string, rows: number) => void;
  /** Only counts. */
  dryRun?: boolean | undefined;
}

export interface Moved {
  tables: Pick<CopiedTable, 'table' | 'rows'>[];
  /** Where the SQLite file is now; undefined when nothing was moved. */
  kept: string | undefined;
}

/**
 * Carries a SQLite database, whose server is stopped, over to an empty PostgreSQL database, in one transaction: all of it arrives, each
 * row compared, or nothing. The SQLite file is then put aside, so that no second server sends from it what this one sends.
 *
 * @throws {MoveError} for databases that are none of the two, and a target that is not empty
 * @throws {LockedError} while a server runs on the SQLite file
 * @throws {DatabaseError | CopyError}
 */
export async function moveDatabase(from: string, to: string, options: MoveOptions): Promise<Moved> {
  const path = sqlitePathOf(from);
  if (path === undefined || !/^postgres(ql)?:/.test(to)) {
    throw new MoveError('a database is moved from sqlite:PATH to postgres://...');
  }
  if (!existsSync(path)) {
    throw new MoveError(`there is no database ${path}`);
  }
  const unlock = lockFile(path);
  try {
    const tables = await copyAll(from, to, options);
    const kept = options.dryRun ? undefined : `${path}.moved`;
    if (kept !== undefined) {
      renameSync(path, kept);
    }
    return { tables, kept };
  } finally {
    unlock();
  }
}

async function copyAll(from: string, to: string, options: MoveOptions): Promise<Moved['tables']> {
  const sqlite = await openDatabase(from);
  try {
    const postgres = await openDatabase(to);
    try {
      // A transaction on both sides: on SQLite it keeps others from writing, as `wigwag admin` might.
      return await sqlite.transaction((source) =>
        postgres.transaction(async (target) => {
          const counts = await countRows(source);
          options.onTotal?.([...counts.values()].reduce((sum, count) => sum + count, 0));
          await target.raw(`lock table ${TABLES.join(', ')} in access exclusive mode nowait`);
          const [full] = [...(await countRows(target))].filter(([, rows]) => rows > 0);
          if (full !== undefined) {
            throw new MoveError(
              `the database to move to is not empty: ${full[0]} has ${full[1]} rows; give a fresh one, or put the SQLite file aside if it was moved before`,
            );
          }
          if (options.dryRun) {
            return [...counts].map(([table, rows]) => ({ table, rows }));
          }
          const copied = await copyTables(source, target, options.onRows);
          // As the start of a server on the SQLite file would: claims in it belong to one that is gone.
          await outboxQueries(target).releaseClaims(options.now);
          return copied;
        }),
      );
    } finally {
      await postgres.destroy();
    }
  } finally {
    await sqlite.destroy();
  }
}
