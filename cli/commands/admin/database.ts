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
import { onOneLine } from '../../output/sanitize-terminal.ts';
import { UsageError } from '../../program/errors.ts';

export interface Output {
  json?: boolean;
}

const OTHER_DATABASE =
  "set WIGWAG_DATABASE_URL to the server's database, or create one with `wigwag admin accounts add`";

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
    throw error instanceof admin.AdminError ? new UsageError(textOf(error)) : error;
  } finally {
    await close();
  }
}

/** Prints a record: as JSON with `--json`, otherwise as readable lines with local times. */
export function print(flags: Output, data: Record<string, unknown>): void {
  const width = Math.max(16, ...Object.keys(data).map(({ length }) => length));
  const shown = (value: unknown) => onOneLine(localIso(String(value ?? '')));
  const lines = Object.entries(data).map(([name, value]) => `${name.padEnd(width)} ${shown(value)}`);
  process.stdout.write(flags.json ? `${JSON.stringify(data)}\n` : `${lines.join('\n')}\n`);
}

/** Prints records one after another. The readable form has an empty line between two records. */
export function printer(flags: Output): (record: Record<string, unknown>) => void {
  let between = '';
  return (record) => {
    process.stdout.write(between);
    print(flags, record);
    between = flags.json ? '' : '\n';
  };
}

/** Returns the text of a refusal. It names the option instead of the field and shows local times. */
function textOf({ message, hint, field, rule }: InstanceType<typeof admin.AdminError>): string {
  const what =
    rule === undefined
      ? message.replaceAll(/\S+/g, (word) => localIso(word))
      : `--${field?.replaceAll('_', '-')} ${rule}`;
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
