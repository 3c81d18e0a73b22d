import { accessSync, chownSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const ROOT = 0;

/**
 * What root makes in the folder of the server's user is given to that user, as SQLite does with its own files beside a database:
 * `wigwag admin` called by root would otherwise leave a database that the server cannot open.
 */
export function giveToOwner(path: string): void {
  if (process.getuid?.() === ROOT) {
    const { uid, gid } = statSync(dirname(resolve(path)));
    chownSync(path, uid, gid);
  }
}

/** Why this process may not read and write a file that is there, and whose it is; undefined when it may, or there is none. */
export function whyUnusable(path: string): string | undefined {
  try {
    if (existsSync(path)) {
      accessSync(path, constants.R_OK | constants.W_OK);
    }
    return undefined;
  } catch (error) {
    const { uid } = statSync(path);
    return `${(error as Error).message}; it belongs to user ${uid}, and this is user ${process.getuid?.()}`;
  }
}
