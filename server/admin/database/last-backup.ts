import { readFileSync } from 'node:fs';
import { replacePrivate } from '../../base/private-file.ts';

/** The file next to a SQLite database that has the time of its last backup. */
const noteOf = (path: string): string => `${path}.last-backup`;

/** Notes that a backup succeeded. Without the right to write beside the database, the time stays unknown. */
export function noteBackup(path: string, at: Date): void {
  try {
    replacePrivate(noteOf(path), at.toISOString());
  } catch {
    // The backup itself succeeded.
  }
}

/** Returns when the last backup of a SQLite database succeeded; null if that is not known. */
export function lastBackupOf(path: string): string | null {
  try {
    const text = readFileSync(noteOf(path), 'utf8').trim();
    return Number.isNaN(Date.parse(text)) ? null : text;
  } catch {
    return null;
  }
}
