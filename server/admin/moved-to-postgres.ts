import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { giveToOwner } from '../store/drivers/file-owner.ts';
import { syncFile } from '../store/drivers/sqlite-file.ts';
import { sqlitePathOf } from './backup.ts';

/** A database cannot be moved, or was moved away; the message says why and what to do. Nothing has been changed then. */
export class MoveError extends Error {
  override name = 'MoveError';
}

/** Where a SQLite file is after it was moved. */
export const movedName = (path: string): string => `${path}.moved`;

const noteName = (path: string): string => `${path}.moving`;

/** What was written down of a move that may have arrived; undefined when there was none. */
export function readMove(path: string): string | undefined {
  return existsSync(noteName(path)) ? readFileSync(noteName(path), 'utf8') : undefined;
}

/** Writes down, for good, that everything may have arrived at the other database, where the same text stands. */
export function noteMove(path: string, text: string): void {
  const unfinished = `${noteName(path)}.partial`;
  writeFileSync(unfinished, text, { mode: 0o600 });
  giveToOwner(unfinished);
  syncFile(unfinished);
  renameSync(unfinished, noteName(path));
  syncFile(noteName(path));
}

export function forgetMove(path: string): void {
  rmSync(noteName(path), { force: true });
}

/**
 * A server on a database that was moved would send what the one on the other sends; on an empty one in its place, nobody would be
 * known.
 *
 * @throws {MoveError}
 */
export function requireDatabaseNotMoved(databaseUrl: string): void {
  const path = sqlitePathOf(databaseUrl);
  if (path === undefined) {
    return;
  }
  if (existsSync(path) && existsSync(noteName(path))) {
    throw new MoveError(
      `a move of ${path} to PostgreSQL was broken off, and everything may have arrived there: call \`wigwag admin move-database\` again; to stay with SQLite, empty the other database and remove ${noteName(path)}`,
    );
  }
  if (!existsSync(path) && existsSync(movedName(path))) {
    throw new MoveError(
      `${path} was moved to PostgreSQL: set WIGWAG_DATABASE_URL to that; the file is kept as ${movedName(path)}`,
    );
  }
}
