import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { giveToOwner, whyUnusable } from '../store/drivers/file-owner.ts';

/** Another process works on the same database file; the message says which. */
export class LockedError extends Error {
  override name = 'LockedError';
}

interface Database {
  exec(sql: string): void;
  close(): void;
}

/** The driver comes without types, and Knex shows only its own. */
const Sqlite = createRequire(import.meta.url)('better-sqlite3') as new (
  path: string,
  options: { timeout: number },
) => Database;

/** Whoever drops what gives the lock back keeps it all the same: one that is collected as garbage is closed. */
const kept = new Set<Database>();

const PRIVATE = 0o600;
const BUSY = 'SQLITE_BUSY';

/** @throws what SQLite throws, when somebody else has it */
function hold(path: string): Database {
  // Whoever may read it could hold it, and nobody could start.
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
 * Keeps a SQLite file to one server: a second one would take the first one's running sends for those of a dead process. The
 * lock is one of SQLite's own on a file beside it, which the system gives back when its holder dies in whatever way: the
 * number of a process may be another program's by then. Who holds it is written down beside, for people.
 *
 * @returns what gives the lock back
 * @throws {LockedError} when a living process holds it, or this one may not write its files
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
