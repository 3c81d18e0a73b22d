import { statSync } from 'node:fs';
import type { App } from '../../app/app.ts';
import { LockedError, lockFile } from '../../store/lock.ts';
import { sqlitePathOf } from './backup.ts';

/**
 * The largest file that is rewritten while a server runs, in bytes. Rewriting it takes one or two seconds. The server's
 * writes wait for that, and are refused if it takes longer.
 */
const MAX_BESIDE_A_SERVER = 100_000_000;

/**
 * Removes deleted rows and old versions of rows from SQLite's files. If the file is large, no server can start while
 * this runs.
 *
 * @param most the largest file that is rewritten while a server runs, in bytes
 * @returns false if the data is still there, because a server has a larger file open or ongoing reads prevented the
 * rewrite
 */
export async function vacuum({ config, store }: App, most = MAX_BESIDE_A_SERVER): Promise<boolean> {
  const path = sqlitePathOf(config.databaseUrl);
  const { forgetDeleted } = store.read.personalData;
  if (path === undefined || statSync(path).size <= most) {
    return forgetDeleted();
  }
  let unlock: () => void;
  try {
    unlock = lockFile(path);
  } catch (error) {
    if (error instanceof LockedError) {
      return false;
    }
    throw error;
  }
  return forgetDeleted().finally(unlock);
}
