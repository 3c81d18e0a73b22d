import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/** Another process works on the same database file; the message says which. */
export class LockedError extends Error {
  override name = 'LockedError';
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function holder(path: string): number | undefined {
  try {
    const pid = Number(readFileSync(path, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Keeps a SQLite file to one server: a second one would take the first one's running sends for those of a dead process.
 *
 * @returns what gives the lock back
 * @throws {LockedError} when a living process holds it
 */
export function lockFile(databasePath: string): () => void {
  const path = `${databasePath}.lock`;
  const pid = holder(path);
  if (pid !== undefined && pid !== process.pid && isAlive(pid)) {
    throw new LockedError(`the database ${databasePath} is in use by process ${pid}; stop it first`);
  }
  rmSync(path, { force: true });
  writeFileSync(path, String(process.pid), { flag: 'wx', mode: 0o600 });
  return () => rmSync(path, { force: true });
}
