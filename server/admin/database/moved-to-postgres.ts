import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { whyForeign, writePrivate } from '../../base/private-file.ts';
import { syncFile } from '../../engine/drivers/sqlite-file.ts';
import { sqlitePathOf } from './backup.ts';

/**
 * Thrown if a database cannot be moved, or was moved away; the message says why and what to do. Nothing has been
 * changed.
 */
export class MoveError extends Error {
  override name = 'MoveError';
}

/** Returns the path of a SQLite file after its move. */
export const movedName = (path: string): string => `${path}.moved`;

const noteName = (path: string): string => `${path}.moving`;

/** Returns the note of an interrupted move that may have copied everything; undefined if there is none. @throws {MoveError} */
export function readMove(path: string): string | undefined {
  const name = noteName(path);
  const problem = whyForeign(name);
  if (problem !== undefined) {
    throw new MoveError(problem);
  }
  return existsSync(name) ? readFileSync(name, 'utf8') : undefined;
}

/** Durably records that everything may have been copied to the other database, which contains the same text. */
export function noteMove(path: string, text: string): void {
  const unfinished = `${noteName(path)}.partial`;
  writePrivate(unfinished, text);
  syncFile(unfinished);
  renameSync(unfinished, noteName(path));
  syncFile(noteName(path));
}

export function forgetMove(path: string): void {
  rmSync(noteName(path), { force: true });
}

/**
 * Refuses a database that was moved. A server on it would send the same messages as the server on PostgreSQL. A server
 * on a new, empty database in its place would not know any accounts.
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
      `a move of ${path} to PostgreSQL was interrupted, and everything may have been copied: run \`wigwag admin move-database\` again; to stay on SQLite, empty the other database and remove ${noteName(path)}`,
    );
  }
  if (!existsSync(path) && existsSync(movedName(path))) {
    throw new MoveError(
      `${path} was moved to PostgreSQL: set WIGWAG_DATABASE_URL to that database; the file is kept as ${movedName(path)}`,
    );
  }
}
