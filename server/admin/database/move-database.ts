import { randomUUID } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import type { Knex } from 'knex';
import { NoDatabaseError } from '../../engine/drivers/connect.ts';
import { syncFile } from '../../engine/drivers/sqlite-file.ts';
import { outboxQueries } from '../../engine/outbox/outbox.ts';
import { type CopiedTable, copyTables, countRows } from '../../store/copy-tables.ts';
import { openDatabase } from '../../store/database.ts';
import { lockFile } from '../../store/lock.ts';
import { TABLES } from '../../store/tables.ts';
import { sqlitePathOf } from './backup.ts';
import { forgetMove, MoveError, movedName, noteMove, readMove } from './moved-to-postgres.ts';

interface MoveOptions {
  /** In microseconds since the epoch. */
  now: number;
  /** Called with the total number of rows before the first row is copied. */
  onTotal?: (rows: number) => void;
  onRows?: (table: string, rows: number) => void;
  /** Whether to only count the rows. */
  dryRun?: boolean | undefined;
}

interface Moved {
  tables: Pick<CopiedTable, 'table' | 'rows'>[];
  /** The path of the SQLite file after the move; undefined if nothing was moved. */
  kept: string | undefined;
}

/**
 * Moves a SQLite database, whose server is stopped, to an empty PostgreSQL database. One transaction copies and
 * compares every row; if it fails, nothing is moved. The SQLite file is then renamed, so that no second server sends
 * the same messages. If the move is killed, call it again: it starts over, or only renames the file if everything had
 * been copied.
 *
 * @throws {MoveError} if the databases have the wrong types, or if the target is not empty or is in use
 * @throws {LockedError} while a server runs on the SQLite file
 * @throws {DatabaseError | CopyError}
 */
export async function moveDatabase(from: string, to: string, options: MoveOptions): Promise<Moved> {
  const path = sqlitePathOf(from);
  if (path === undefined || !/^postgres(ql)?:/.test(to)) {
    throw new MoveError('a database can only be moved from sqlite:PATH to postgres://...');
  }
  const kept = movedName(path);
  if (!existsSync(path)) {
    throw new MoveError(
      `there is no database ${path}${existsSync(kept) ? `: it was moved, and is kept as ${kept}` : ''}`,
    );
  }
  if (existsSync(kept)) {
    throw new MoveError(`${kept} already exists, from an earlier move: move it elsewhere`);
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
      // Transactions on both sides. The one on SQLite keeps other processes, such as `wigwag admin`, from writing.
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
              `the target database is not empty: ${full[0]} has ${full[1]} rows; use an empty one, or rename the SQLite file if it was already moved`,
            );
          }
          if (options.dryRun) {
            return there;
          }
          const copied = await copyTables(source, target, options.onRows);
          // As at the start of a server on the SQLite file: all leases belong to a process that no longer exists.
          await outboxQueries(target).releaseAllLeases(options.now);
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

/** Opens the target database. A dry run creates no tables in it; if it has none, the result is undefined. */
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

/** PostgreSQL rolls back the transaction of a killed move as soon as it detects the lost connection. */
const LOCK_TIMEOUT = '10s';
const LOCK_NOT_AVAILABLE = '55P03';

/** Locks all tables until the transaction ends. @throws {MoveError} */
async function holdAll(target: Knex): Promise<void> {
  try {
    await target.raw(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
    await target.raw(`lock table ${TABLES.join(', ')} in access exclusive mode`);
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) {
      throw error;
    }
    throw new MoveError(
      'the target database is in use: stop every server that uses it. If a move was killed, PostgreSQL needs up to a minute to end its transaction; then try again',
    );
  }
}

/**
 * Records on both sides, before the commits, that these rows are in the other database. A process that is killed after
 * this point cannot know whether they were committed, but the next call can find out. A comment on a table is as
 * transactional as a row, and needs no migration.
 */
async function noteArrival(path: string, target: Knex): Promise<void> {
  const note = `moved from SQLite, ${randomUUID()}`;
  await target.raw(`comment on table ${TABLES[0]} is '${note}'`);
  noteMove(path, note);
}

/** Returns whether an interrupted move of this file had copied everything to this database. */
async function hasArrived(path: string, target: Knex): Promise<boolean> {
  const note = readMove(path);
  const { rows } = await target.raw("select obj_description(?::regclass, 'pg_class') as note", [TABLES[0]]);
  return note !== undefined && rows[0]?.note === note;
}
