import { statSync } from 'node:fs';
import type { App } from '../app.ts';
import { LockedError, lockFile } from '../process/lock.ts';
import { sqlitePathOf } from './backup.ts';

/** The rewrite of this much takes one or two seconds. A running server's writes wait for it, and are refused after that. */
const MOST_BESIDE_A_SERVER = 100_000_000;

/**
 * Takes what was deleted, and what rows were before they were changed, out of SQLite's own files. Where the file is large, no server
 * starts meanwhile.
 *
 * @param most how large the file may be, in bytes, for a server that runs to wait
 * @returns false when it still lies there: a server holds a larger file, or was reading all the time
 */
export async function vacuum({ config, store }: App, most = MOST_BESIDE_A_SERVER): Promise<boolean> {
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
