import { closeSync, existsSync, openSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { whyUnsafeLink } from '../../base/private-file.ts';
import { shellWord } from '../../base/shell-word.ts';
import type { Config } from '../../config/config.ts';
import { DatabaseError } from '../../engine/drivers/connect.ts';
import { copySqlite, findFault, type OnPages, syncFile } from '../../engine/drivers/sqlite-file.ts';
import { noteBackup } from './last-backup.ts';

/** Thrown if a backup cannot be created or used; the message says why and what to do. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/**
 * Returns the real path of a SQLite database, with symbolic links resolved; undefined for PostgreSQL and for in-memory
 * databases.
 *
 * @throws {DatabaseError} if root must not follow the link
 */
export function sqlitePathOf(databaseUrl: string): string | undefined {
  const path = /^sqlite:(?!:memory:)(.+)$/.exec(databaseUrl)?.[1];
  if (path === undefined) {
    return undefined;
  }
  const problem = whyUnsafeLink(path);
  if (problem !== undefined) {
    throw new DatabaseError(`cannot open the database: ${problem}`);
  }
  return existsSync(path) ? realpathSync(path) : path;
}

/**
 * Writes the current state of the SQLite database to `file`; a server may be running. `file` appears only after the
 * copy is complete and has been checked.
 *
 * @returns the size in bytes
 * @throws {BackupError} if the database is not a SQLite file, or if `file` already exists or cannot be written
 */
export async function backUp(config: Config, file: string, onPages?: OnPages): Promise<number> {
  const source = sqlitePathOf(config.databaseUrl);
  if (source === undefined) {
    throw new BackupError(
      `PostgreSQL makes its own backups: pg_dump --format=custom --file=${shellWord(file || 'FILE')} service=wigwag, with the service wigwag in ~/.pg_service.conf`,
    );
  }
  if (file === '') {
    throw new BackupError('the name of the backup is empty: name a new file');
  }
  requireFree(file);
  const unfinished = `${file}.partial`;
  requirePlace(unfinished);
  try {
    await copySqlite(source, unfinished, onPages);
    const fault = await findFault(unfinished);
    if (fault !== undefined) {
      throw new BackupError(
        `the copy of ${source} failed its check and was deleted: ${fault}. Run the command again; if it fails again, the database is damaged`,
      );
    }
    requireFree(file); // another process may have created it since the first check
    renameSync(unfinished, file);
    syncFile(file);
    noteBackup(source, new Date());
  } finally {
    rmSync(unfinished, { force: true });
  }
  return statSync(file).size;
}

/** @throws {BackupError} before the copy starts, if the folder is not writable */
function requirePlace(unfinished: string): void {
  const folder = dirname(unfinished);
  try {
    rmSync(unfinished, { force: true });
    closeSync(openSync(unfinished, 'wx', 0o600));
  } catch (error) {
    throw new BackupError(
      existsSync(folder)
        ? `nothing can be written into ${folder} (${(error as NodeJS.ErrnoException).code}): name a file in another folder, or get permission to write there`
        : `there is no folder ${folder}: create it, or name a file in another one`,
    );
  }
}

function requireFree(file: string): void {
  if (existsSync(file)) {
    throw new BackupError(`${file} already exists and will not be overwritten: choose another name`);
  }
}
