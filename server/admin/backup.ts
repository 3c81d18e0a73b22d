import { closeSync, existsSync, openSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from '../process/config.ts';
import { shellWord } from '../shell-word.ts';
import { copySqlite, findFault, type OnPages, syncFile } from '../store/drivers/sqlite-file.ts';

/** A backup cannot be made or used; the message says why and what to do. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** The file of a SQLite database, by the one name that it has whatever links lead to it; undefined for PostgreSQL and for one in memory. */
export function sqlitePathOf(databaseUrl: string): string | undefined {
  const path = /^sqlite:(?!:memory:)(.+)$/.exec(databaseUrl)?.[1];
  return path !== undefined && existsSync(path) ? realpathSync(path) : path;
}

/**
 * Writes the SQLite database into `file`, as it is at this moment, beside a server that may be running. `file` is there only once
 * it is whole and was checked.
 *
 * @returns its size in bytes
 * @throws {BackupError} for a database that is no SQLite file, and for a `file` that is there already or cannot be written
 */
export async function backUp(config: Config, file: string, onPages?: OnPages): Promise<number> {
  const source = sqlitePathOf(config.databaseUrl);
  if (source === undefined) {
    throw new BackupError(
      `PostgreSQL makes its own backups: pg_dump --format=custom --file=${shellWord(file || 'FILE')} service=wigwag, with the service wigwag in ~/.pg_service.conf`,
    );
  }
  if (file === '') {
    throw new BackupError('the name of the backup is empty: give that of a new file');
  }
  requireFree(file);
  const unfinished = `${file}.partial`;
  requirePlace(unfinished);
  try {
    await copySqlite(source, unfinished, onPages);
    const fault = await findFault(unfinished);
    if (fault !== undefined) {
      throw new BackupError(`the copy of ${source} cannot be used: ${fault}`);
    }
    requireFree(file); // somebody may have made it meanwhile
    renameSync(unfinished, file);
    syncFile(file);
  } finally {
    rmSync(unfinished, { force: true });
  }
  return statSync(file).size;
}

/** @throws {BackupError} before anything is copied to where nothing can be written */
function requirePlace(unfinished: string): void {
  const folder = dirname(unfinished);
  try {
    rmSync(unfinished, { force: true });
    closeSync(openSync(unfinished, 'wx', 0o600));
  } catch (error) {
    throw new BackupError(
      existsSync(folder)
        ? `nothing can be written into ${folder} (${(error as NodeJS.ErrnoException).code}): give a file in another folder, or the right to write there`
        : `there is no folder ${folder}: make it, or give a file in another one`,
    );
  }
}

function requireFree(file: string): void {
  if (existsSync(file)) {
    throw new BackupError(`${file} is there already, and is not overwritten: give another name`);
  }
}
