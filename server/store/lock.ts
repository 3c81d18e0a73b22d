import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ensurePrivate, whyForeign, whyUnusable, writePrivate } from '../base/private-file.ts';

/** Thrown if another process uses the same database file; the message names that process. */
export class LockedError extends Error {
  override name = 'LockedError';
}

interface LockDatabase {
  exec(sql: string): void;
  close(): void;
}

/** The driver has no type definitions, and Knex exports only its own. */
const Sqlite = createRequire(import.meta.url)('better-sqlite3') as new (
  path: string,
  options: { timeout: number },
) => LockDatabase;

/**
 * Keeps a reference to each lock. Otherwise the garbage collector would close a lock whose release function is no
 * longer referenced.
 */
const kept = new Set<LockDatabase>();

const BUSY = 'SQLITE_BUSY';

/** @throws SQLite's error if another process has the lock */
function hold(path: string): LockDatabase {
  const database = new Sqlite(path, { timeout: 0 });
  try {
    database.exec('begin exclusive');
    kept.add(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

const UNKNOWN_HOLDER = 'another process';

function holderOf(path: string): string {
  try {
    const [id] = /^\d+$/.exec(readFileSync(path, 'utf8')) ?? [];
    return id === undefined ? UNKNOWN_HOLDER : `process ${id}`;
  } catch {
    return UNKNOWN_HOLDER;
  }
}

/**
 * Restricts a SQLite file to one server. A second server would treat the first one's running sends as those of a dead
 * process. The lock is SQLite's own, on a file next to the database. The operating system releases it however the
 * process dies, whereas a process ID may be reused. Another file records the process that holds the lock, for people.
 *
 * @returns a function that releases the lock
 * @throws {LockedError} if a live process holds the lock, or if this process cannot write the lock's files
 */
export function lockFile(databasePath: string): () => void {
  const path = `${databasePath}.lock`;
  const note = `${databasePath}.pid`;
  let held: LockDatabase;
  try {
    // The file is private, because any user who can read it could hold the lock and prevent a start.
    ensurePrivate(path);
    const problem = [path, note].map((one) => whyForeign(one) ?? whyUnusable(one)).find((one) => one !== undefined);
    if (problem !== undefined) {
      throw new LockedError(`cannot lock the database ${databasePath}: ${problem}`);
    }
    held = hold(path);
  } catch (error) {
    if (error instanceof LockedError) {
      throw error;
    }
    const { code } = error as { code?: string };
    if (code === BUSY) {
      throw new LockedError(`the database ${databasePath} is in use by ${holderOf(note)}; stop it first`);
    }
    throw new LockedError(`cannot lock the database ${databasePath} with ${path}: ${(error as Error).message}`);
  }
  writePrivate(note, String(process.pid));
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
