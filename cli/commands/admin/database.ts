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

const OTHER_DATABASE = 'set WIGWAG_DATABASE_URL to that of the server, or begin with `wigwag admin accounts add`';

/** A wrong path would look like an empty server. @throws {UsageError | MoveError} for a SQLite file that is not there, or was moved */
export function requireDatabase({ databaseUrl }: Config): void {
  admin.requireDatabaseNotMoved(databaseUrl);
  const file = admin.sqlitePathOf(databaseUrl);
  if (file !== undefined && !existsSync(file)) {
    throw new UsageError(`there is no database ${file}: ${OTHER_DATABASE}`);
  }
}

/**
 * Opens the database that the environment names, runs, and closes it.
 *
 * @param mayCreate whether a database that is not there is made
 * @throws {UsageError | MoveError} for a database that is not there, or was moved, and for what the rules refuse
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

/** Prints a record: JSON with `--json`, else lines for people, with local times. */
export function print(flags: Output, data: Record<string, unknown>): void {
  const width = Math.max(16, ...Object.keys(data).map(({ length }) => length));
  const shown = (value: unknown) => onOneLine(localIso(String(value ?? '')));
  const lines = Object.entries(data).map(([name, value]) => `${name.padEnd(width)} ${shown(value)}`);
  process.stdout.write(flags.json ? `${JSON.stringify(data)}\n` : `${lines.join('\n')}\n`);
}

/** Prints one record after the other, for people with an empty line between two of them. */
export function printer(flags: Output): (record: Record<string, unknown>) => void {
  let between = '';
  return (record) => {
    process.stdout.write(between);
    print(flags, record);
    between = flags.json ? '' : '\n';
  };
}

/** Returns what a refusal says on the command line: with the option in place of the field, and with local times. */
function textOf({ message, hint, field, rule }: InstanceType<typeof admin.AdminError>): string {
  const what =
    rule === undefined
      ? message.replaceAll(/\S+/g, (word) => localIso(word))
      : `--${field?.replaceAll('_', '-')} ${rule}`;
  return hint === undefined ? what : `${what}; ${hint}`;
}

/** A time of the command line in microseconds. @throws {UsageError} for a text that is none */
export function timeOf(flag: string, text: string): number {
  const time = microsecondsOf(text);
  // Temporal knows years of six digits, and RFC 3339 does not.
  if (time === undefined || !/^\d{4}-/.test(isoOf(time))) {
    throw new UsageError(`${flag} must be a time with its UTC offset, as 2026-05-04T12:00:00Z; it is "${text}"`);
  }
  return time;
}
