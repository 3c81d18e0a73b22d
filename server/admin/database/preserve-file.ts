import { existsSync, linkSync, lstatSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { copyPrivate } from '../../base/private-file.ts';
import { COMPANIONS, foldLog, syncFile } from '../../engine/drivers/sqlite-file.ts';
import { BackupError } from './backup.ts';

/** Adds a second name to an existing file. */
type LinkFile = (from: string, to: string) => void;

/**
 * Gives a SQLite database a second name, under which it is kept when another database replaces it. The database stays
 * in place and complete, because its log is first merged into it. If that fails because the database is damaged, the
 * log also gets the new name.
 *
 * @param link replaces the system's function in tests, for file systems without hard links
 * @returns the new name; undefined if there is no database
 * @throws {BackupError} if another program has the database open
 */
export async function preserveFile(path: string, link: LinkFile = linkSync): Promise<string | undefined> {
  const isThere = existsSync(path);
  if (isThere) {
    removeOtherNames(path);
    await foldIfSound(path);
  }
  const kept = freeName(`${path}.before-${dayAndTime()}`);
  const companions = COMPANIONS.filter((ending) => existsSync(path + ending));
  for (const ending of isThere ? [...companions, ''] : companions) {
    addName(path + ending, kept + ending, link);
  }
  // The next database with this name must not find these files.
  for (const ending of companions) {
    rmSync(path + ending);
  }
  return isThere ? kept : undefined;
}

/** @throws {BackupError} */
async function foldIfSound(path: string): Promise<void> {
  try {
    await foldLog(path);
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY')) {
      throw new BackupError(`the database ${path} is open in another program; end that program first`);
    }
  }
}

/**
 * A restore that was killed may leave two names for the database. SQLite finds logs by name, so the database must have
 * only one.
 */
function removeOtherNames(path: string): void {
  const folder = dirname(resolve(path));
  const { dev, ino } = statSync(path, { bigint: true });
  for (const name of readdirSync(folder).filter((one) => one.startsWith(`${basename(path)}.before-`))) {
    const other = join(folder, name);
    const found = lstatSync(other, { bigint: true });
    if (found.dev === dev && found.ino === ino && COMPANIONS.every((ending) => !existsSync(other + ending))) {
      rmSync(other);
    }
  }
}

function addName(from: string, to: string, link: LinkFile): void {
  try {
    link(from, to);
  } catch {
    // The file system does not support hard links, or allows no more of them for this file. A copy gets its name once
    // it is complete.
    const unfinished = `${from}.keeping`;
    copyPrivate(from, unfinished);
    syncFile(unfinished);
    renameSync(unfinished, to);
  }
  syncFile(to);
}

/** Returns the current time in the format `20261121T193005`. */
const dayAndTime = (): string => new Date().toISOString().replace(/[-:]|\..*/g, '');

function freeName(name: string): string {
  let free = name;
  for (let count = 2; existsSync(free); count += 1) {
    free = `${name}-${count}`;
  }
  return free;
}
