import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { shellWord } from '../../base/shell-word.ts';
import type { Config } from '../../config/config.ts';
import { holdBackSends } from '../../domain/campaigns/hold-back.ts';
import { DatabaseError, prepareFolder } from '../../engine/drivers/connect.ts';
import {
  COMPANIONS,
  copySqlite,
  dropTriggers,
  findFault,
  foldLog,
  type OnPages,
  readSchema,
  syncFile,
} from '../../engine/drivers/sqlite-file.ts';
import { openDatabase } from '../../store/database.ts';
import { lockFile } from '../../store/lock.ts';
import { IS_MOVE_TRIGGER } from '../../store/moves/account-triggers.ts';
import { openAdmin } from '../open-admin.ts';
import { BackupError, sqlitePathOf } from './backup.ts';
import { expectedSchema, foreignIn, missingIn } from './check-schema.ts';
import { forgetMove } from './moved-to-postgres.ts';
import { preserveFile } from './preserve-file.ts';

interface RestoreOptions {
  /** Whether to only check the backup. */
  dryRun?: boolean | undefined;
  /**
   * Whether to send queued messages. This is safe if the server was stopped before the backup, because none of them has
   * been sent.
   */
  keepSends?: boolean | undefined;
  onPages?: OnPages | undefined;
}

interface Restored {
  /** The path of the previous database; undefined if there was none. */
  kept: string | undefined;
  /**
   * How many queued messages are not sent again, and how many campaigns are stopped until the operator resumes them.
   */
  heldBack: { messages: number; campaigns: number };
}

/**
 * Replaces the SQLite database with a backup, and keeps the old database. The backup is first copied, checked and
 * migrated next to the database, so that an unusable backup changes nothing. A complete database, old or new, is in
 * place at every moment. After an interruption, call it again.
 *
 * @throws {LockedError} while a server runs on the database
 * @throws {BackupError} if the database is not a SQLite file or is open in another program, or if the backup cannot be
 * used
 * @throws {ConfigError | DatabaseError} if the secret key is not that of the backup, or if a newer version created it
 */
export async function restore(config: Config, file: string, options: RestoreOptions = {}): Promise<Restored> {
  const target = sqlitePathOf(config.databaseUrl);
  if (target === undefined) {
    throw new BackupError(
      `PostgreSQL restores its own backups: pg_restore --clean --if-exists --dbname=service=wigwag ${shellWord(file)}, with the service wigwag in ~/.pg_service.conf`,
    );
  }
  if (!existsSync(file)) {
    throw new BackupError(`there is no file ${file}`);
  }
  // A check takes no lock and creates no folder, so it uses a name that a concurrent restore does not use.
  const fresh = options.dryRun ? join(nearestFolder(target), `${basename(target)}.checking`) : `${target}.restoring`;
  prepareFolder(fresh);
  const unlock = options.dryRun ? () => {} : lockFile(target);
  try {
    requireFiles(file);
    await requireSound(file);
    await copySqlite(file, fresh, options.onPages);
    // A backup that was made while an account moved. Dropping a trigger runs nothing.
    await dropTriggers(fresh, IS_MOVE_TRIGGER);
    await requireSchema(file, fresh);
    const heldBack = await prepare(config, fresh, options.keepSends ?? false);
    await foldLog(fresh);
    syncFile(fresh);
    return { kept: options.dryRun ? undefined : await exchange(fresh, target), heldBack };
  } finally {
    for (const path of [fresh, ...COMPANIONS.map((ending) => fresh + ending)]) {
      rmSync(path, { force: true });
    }
    unlock();
  }
}

/** Returns the folder of a file, or its nearest parent that exists. */
function nearestFolder(path: string): string {
  const folder = dirname(resolve(path));
  return existsSync(folder) ? folder : nearestFolder(folder);
}

/** @throws {BackupError} if SQLite would wait for a pipe or a device */
function requireFiles(file: string): void {
  for (const path of [file, ...COMPANIONS.map((ending) => file + ending)]) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found && !found.isFile()) {
      throw new BackupError(`${path} is not a file: name a backup file`);
    }
  }
}

/**
 * Checks the schema before and after the migrations. Their statements could run foreign triggers, and a backup of an
 * earlier version lacks what they add.
 */
async function requireSchema(file: string, copy: string): Promise<void> {
  const requireNone = (problem: string | undefined) => {
    if (problem !== undefined) {
      throw new BackupError(`${file} cannot be restored: ${problem}. Restore another backup`);
    }
  };
  const expected = await expectedSchema();
  const foreign = foreignIn(await readSchema(copy), expected);
  requireNone(foreign && `it contains the ${foreign}, which wigwag does not create`);
  try {
    await (await openDatabase(`sqlite:${copy}`, { access: 'existing' })).destroy();
  } catch (error) {
    throw error instanceof DatabaseError ? error : new BackupError(`${file} cannot be restored: ${String(error)}`);
  }
  const missing = missingIn(await readSchema(copy), expected);
  requireNone(missing && `it lacks the ${missing}`);
}

async function requireSound(file: string): Promise<void> {
  const fault = await findFault(file);
  if (fault !== undefined) {
    throw new BackupError(`${file} cannot be restored: ${fault}`);
  }
}

/** Opens the copy as a server would, which also checks its version and the secret key. */
async function prepare(config: Config, path: string, keepSends: boolean): Promise<Restored['heldBack']> {
  const { app, close } = await openAdmin({ ...config, databaseUrl: `sqlite:${path}` });
  try {
    return keepSends ? { messages: 0, campaigns: 0 } : await app.store.transaction((tx) => holdBackSends(app, tx));
  } finally {
    await close();
  }
}

/** Keeps the old database under another name, and puts the new one in its place. */
async function exchange(fresh: string, target: string): Promise<string | undefined> {
  const kept = await preserveFile(target);
  renameSync(fresh, target);
  syncFile(target);
  forgetMove(target); // the note belongs to the old database
  return kept;
}
