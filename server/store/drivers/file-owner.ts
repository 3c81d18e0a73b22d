import { accessSync, chownSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const ROOT = 0;

/**
 * Gives a file that root creates in the server's folder to the folder's owner, as SQLite does with its companion files.
 * Otherwise running `wigwag admin` as root would leave a database that the server cannot open.
 */
export function giveToOwner(path: string): void {
  if (process.getuid?.() === ROOT) {
    const { uid, gid } = statSync(dirname(resolve(path)));
    chownSync(path, uid, gid);
  }
}

/**
 * Returns why this process cannot read and write a file, and which user owns the file; undefined if it can, or if the
 * file does not exist.
 */
export function whyUnusable(path: string): string | undefined {
  try {
    if (existsSync(path)) {
      accessSync(path, constants.R_OK | constants.W_OK);
    }
    return undefined;
  } catch (error) {
    const { uid } = statSync(path);
    return `${(error as Error).message}; it belongs to user ${uid}, and this process runs as user ${process.getuid?.()}`;
  }
}
