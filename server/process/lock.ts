import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { giveToOwner, whyUnusable } from '../store/drivers/file-owner.ts';

/** Thrown if another process uses the same database file; the message names it. */
export class LockedError extends Error {
  override name = 'LockedError';
}

interface Database {
  exec(sql: string): void;
  close(): void;
}

/** The driver has no types, and Knex exports only its own. */
const Sqlite = createRequire(import.meta.url)('better-sqlite3') as new (
  path: string,
  options: { timeout: number },
) => Database;

/** Keeps a reference to each lock: the garbage collector would close a lock whose release function is dropped. */
const kept = new Set<Database>();

const PRIVATE = 0o600;
const BUSY = 'SQLITE_BUSY';

/** @throws SQLite's error if another process has the lock */
function hold(path: string): Database {
  // Any user who can read the file could hold it and prevent a start.
  closeSync(openSync(path, 'a', PRIVATE));
  const database = new Sqlite(path, { timeout: 0 });
  try {
    database.exec('begin exclusive');
    giveToOwner(path);
    kept.add(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function holderOf(path: string): string {
  try {
    return `process ${readFileSync(path, 'utf8')}`;
  } catch {
    return 'another process';
  }
}

/**
 * Restricts a SQLite file to one server: a second one would take the running sends of the first for those of a dead
 * process. The lock is SQLite's own, on a file next to the database. The system releases it however its holder dies,
 * whereas a process ID may be reused. The holder is recorded in another file, for people.
 *
 * @returns a function that releases the lock
 * @throws {LockedError} if a living process holds the lock, or this one cannot write its files
 */
export function lockFile(databasePath: string): () => void {
  const path = `${databasePath}.lock`;
  const note = `${databasePath}.pid`;
  const problem = whyUnusable(path) ?? whyUnusable(note);
  if (problem !== undefined) {
    throw new LockedError(`cannot lock the database ${databasePath}: ${problem}`);
  }
  let held: Database;
  try {
    held = hold(path);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === BUSY) {
      throw new LockedError(`the database ${databasePath} is in use by ${holderOf(note)}; stop it first`);
    }
    throw new LockedError(`cannot lock the database ${databasePath} with ${path}: ${(error as Error).message}`);
  }
  writeFileSync(note, String(process.pid), { mode: PRIVATE });
  giveToOwner(note);
  let isHeld = true;
  return () => {
    if (isHeld) {
      isHeld = false;
      rmSync(note, { force: true });
      kept.delete(held);
      held.close();
    }
  };
}
