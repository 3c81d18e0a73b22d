import { randomUUID } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import type { Knex } from 'knex';
import { lockFile } from '../process/lock.ts';
import { type CopiedTable, copyTables, countRows } from '../store/copy-tables.ts';
import { NoDatabaseError, openDatabase } from '../store/drivers/database.ts';
import { syncFile } from '../store/drivers/sqlite-file.ts';
import { outboxQueries } from '../store/outbox/outbox.ts';
import { TABLES } from '../store/tables.ts';
import { sqlitePathOf } from './backup.ts';
import { forgetMove, MoveError, movedName, noteMove, readMove } from './moved-to-postgres.ts';

interface MoveOptions {
  /** Microseconds since the epoch. */
  now: number;
  /** Told before the first row how many there are in all. */
  onTotal?: (rows: number) => void;
  onRows?: (table: string, rows: number) => void;
  /** Only counts. */
  dryRun?: boolean | undefined;
}

interface Moved {
  tables: Pick<CopiedTable, 'table' | 'rows'>[];
  /** Where the SQLite file is now; undefined when nothing was moved. */
  kept: string | undefined;
}

/**
 * Carries a SQLite database, whose server is stopped, over to an empty PostgreSQL database, in one transaction: all of it arrives, each
 * row compared, or nothing. The SQLite file is then put aside, so that no second server sends from it what this one sends. Killed in the
 * midst, it begins anew when it is called again, or only puts the file aside when everything had arrived.
 *
 * @throws {MoveError} for databases that are none of the two, and a target that is not empty or that somebody works on
 * @throws {LockedError} while a server runs on the SQLite file
 * @throws {DatabaseError | CopyError}
 */
export async function moveDatabase(from: string, to: string, options: MoveOptions): Promise<Moved> {
  const path = sqlitePathOf(from);
  if (path === undefined || !/^postgres(ql)?:/.test(to)) {
    throw new MoveError('a database is moved from sqlite:PATH to postgres://...');
  }
  const kept = movedName(path);
  if (!existsSync(path)) {
    throw new MoveError(
      `there is no database ${path}${existsSync(kept) ? `: it was moved, and is kept as ${kept}` : ''}`,
    );
  }
  if (existsSync(kept)) {
    throw new MoveError(`${kept} is there already, from a move before: put it elsewhere`);
  }
  const unlock = lockFile(path);
  try {
    const tables = await copyAll(path, from, to, options);
    if (options.dryRun) {
      return { tables, kept: undefined };
    }
    renameSync(path, kept);
    syncFile(kept);
    forgetMove(path);
    return { tables, kept };
  } finally {
    unlock();
  }
}

async function copyAll(path: string, from: string, to: string, options: MoveOptions): Promise<Moved['tables']> {
  const sqlite = await openDatabase(from, { access: 'existing' });
  try {
    const postgres = await openTarget(to, options);
    if (postgres === undefined) {
      return [...(await countRows(sqlite))].map(([table, rows]) => ({ table, rows }));
    }
    try {
      // A transaction on both sides: on SQLite it keeps others from writing, as `wigwag admin` might.
      return await sqlite.transaction((source) =>
        postgres.transaction(async (target) => {
          const counts = await countRows(source);
          options.onTotal?.([...counts.values()].reduce((sum, count) => sum + count, 0));
          await holdAll(target);
          const there = [...counts].map(([table, rows]) => ({ table, rows }));
          if (await hasArrived(path, target)) {
            return there;
          }
          const [full] = [...(await countRows(target))].filter(([, rows]) => rows > 0);
          if (full !== undefined) {
            throw new MoveError(
              `the database to move to is not empty: ${full[0]} has ${full[1]} rows; give a fresh one, or put the SQLite file aside if it was moved before`,
            );
          }
          if (options.dryRun) {
            return there;
          }
          const copied = await copyTables(source, target, options.onRows);
          // As the start of a server on the SQLite file would: claims in it belong to one that is gone.
          await outboxQueries(target).releaseClaims(options.now);
          await noteArrival(path, target);
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

/** Opens the database to move to. A dry run makes no tables there, and gets undefined where there are none. */
async function openTarget(to: string, { dryRun = false }: MoveOptions): Promise<Knex | undefined> {
  try {
    return await openDatabase(to, { access: dryRun ? 'read' : 'create' });
  } catch (error) {
    if (dryRun && error instanceof NoDatabaseError) {
      return undefined;
    }
    throw error;
  }
}

/** What a move that was killed has begun there ends by itself, once PostgreSQL finds out. */
const LOCK_TIMEOUT = '10s';
const LOCK_NOT_AVAILABLE = '55P03';

/** Keeps everybody else off until the transaction ends. @throws {MoveError} */
async function holdAll(target: Knex): Promise<void> {
  try {
    await target.raw(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
    await target.raw(`lock table ${TABLES.join(', ')} in access exclusive mode`);
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) {
      throw error;
    }
    throw new MoveError(
      'somebody works on the database to move to: end every server on it; what a move that was killed has begun there ends by itself, so try again in a minute',
    );
  }
}

/**
 * Notes on both sides, before they are committed, that these rows are in the other database. Whoever is killed from now on cannot
 * know whether they were; the next call does. A comment is as transactional as a row, and no migration is needed for it.
 */
async function noteArrival(path: string, target: Knex): Promise<void> {
  const note = `moved from SQLite, ${randomUUID()}`;
  await target.raw(`comment on table ${TABLES[0]} is '${note}'`);
  noteMove(path, note);
}

/** Whether a move of this file that was broken off had brought everything to this database. */
async function hasArrived(path: string, target: Knex): Promise<boolean> {
  const note = readMove(path);
  const { rows } = await target.raw("select obj_description(?::regclass, 'pg_class') as note", [TABLES[0]]);
  return note !== undefined && rows[0]?.note === note;
}
