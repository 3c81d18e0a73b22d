import { existsSync } from 'node:fs';
import {
  type App,
  admin,
  type Config,
  isoOf,
  microsecondsOf,
  NoDatabaseError,
  openAdmin,
  readConfig,
} from '@wigwag/server';
import { localIso } from '../../output/local-time.ts';
import { NothingFoundError, RefusedError, UsageError } from '../../program/errors/errors.ts';

const OTHER_DATABASE =
  "set WIGWAG_DATABASE_URL to the server's database, or create one with `wigwag admin accounts add`";

const NEEDS_DATABASE =
  'this command works on the database and is not in the admin API: run it on the machine of the server, without --url and WIGWAG_ADMIN_URL';

/** @throws {UsageError} if the user chose the admin API for a command that it does not have */
export function requireDirect(): void {
  if (process.env.WIGWAG_ADMIN_URL) {
    throw new UsageError(NEEDS_DATABASE);
  }
}

/**
 * Requires a SQLite file to exist. Without this check a wrong path would look like an empty server.
 *
 * @throws {UsageError | MoveError} if the SQLite file does not exist or was moved
 */
export function requireDatabase({ databaseUrl }: Config): void {
  admin.requireDatabaseNotMoved(databaseUrl);
  const file = admin.sqlitePathOf(databaseUrl);
  if (file !== undefined && !existsSync(file)) {
    throw new UsageError(`there is no database ${file}: ${OTHER_DATABASE}`);
  }
}

/**
 * Opens the database that the environment names, runs the function, and closes the database.
 *
 * @param mayCreate whether to create a database that does not exist
 * @throws {UsageError | MoveError} if the database does not exist or was moved, or if a rule refuses the command
 */
export async function withAdmin(run: (app: App) => Promise<void>, mayCreate = false): Promise<void> {
  requireDirect();
  const config = readConfig(process.env);
  if (!mayCreate) {
    requireDatabase(config);
  }
  const { app, close } = await openAdmin(config, mayCreate ? 'create' : 'existing').catch((error: Error) => {
    throw error instanceof NoDatabaseError ? new UsageError(`${error.message}: ${OTHER_DATABASE}`) : error;
  });
  try {
    await run(app);
  } catch (error) {
    throw error instanceof admin.AdminError ? refusalOf(error) : error;
  } finally {
    await close();
  }
}

/** The option of every command that works on one account. */
export interface AccountFlags {
  account?: string;
}

/** Returns the only account. @throws {UsageError} if there is not exactly one */
export function onlyOf<Account>(accounts: readonly Account[]): Account {
  const [only] = accounts;
  if (only === undefined) {
    throw new UsageError('there are no accounts; `wigwag admin accounts add` creates one');
  }
  if (accounts.length > 1) {
    throw new UsageError(
      `there are ${accounts.length} accounts: choose one with --account; \`wigwag admin accounts list\` lists them`,
    );
  }
  return only;
}

/** Returns a refusal as an error of the command line. */
export function refusalOf(error: InstanceType<typeof admin.AdminError>): Error {
  const text = textOf(error);
  return error.status === 404
    ? new NothingFoundError(text)
    : error.field !== undefined
      ? new UsageError(text)
      : new RefusedError(text);
}

/** The options whose names differ from the fields of the admin API. */
const OPTIONS: Record<string, string> = { app_id: 'app', provider_id: 'id', waba_id: 'waba' };

/** Returns the text of a refusal. It names the option instead of the field and shows local times. */
function textOf({ message, hint, field, rule }: InstanceType<typeof admin.AdminError>): string {
  const what =
    rule === undefined
      ? message.replaceAll(/\S+/g, (word) => localIso(word))
      : `--${OPTIONS[field ?? ''] ?? field?.replaceAll('_', '-')} ${rule}`;
  return hint === undefined ? what : `${what}; ${hint}`;
}

/** Returns the time of a command-line option in microseconds. @throws {UsageError} if the text is not a time */
export function timeOf(flag: string, text: string): number {
  const time = microsecondsOf(text);
  // Temporal accepts six-digit years; RFC 3339 does not.
  if (time === undefined || !/^\d{4}-/.test(isoOf(time))) {
    throw new UsageError(`${flag} must be a time with its UTC offset, such as 2026-05-04T12:00:00Z; it is "${text}"`);
  }
  return time;
}

/** Returns the text of an option that must be a time. @throws {UsageError} if it is not */
export function requireTime(flag: string, text: string): string {
  timeOf(flag, text);
  return text;
}
