import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { databaseOf, readState, runningDev } from '../dev/state.ts';
import { UsageError } from '../program/errors/errors.ts';
import { readTextFile } from '../program/input/read-text.ts';
import { type FoundDev, findDev, findDevData, isHere } from './settings.ts';

/** The settings of this folder's server, written by `wigwag init`. It contains a secret, so it is not committed. */
export const ENVIRONMENT_FILE = 'wigwag.env';

/** Variables that choose the user's server and key. A folder must never set them. */
const OF_THE_PERSON = ['WIGWAG_API_KEY', 'WIGWAG_BASE_URL', 'WIGWAG_CONTROL_URL', 'WIGWAG_PROFILE'];

/**
 * Loads the WIGWAG_* variables of `wigwag.env` in this folder. Variables that are already set keep their values. If the
 * secret key is set, the file is ignored: the environment then has all settings of the server, and a folder from an
 * unknown source must not redirect its provider tokens.
 *
 * @throws {UsageError} if the file cannot be read, or is not UTF-8
 */
export function loadProjectEnvironment(): void {
  if (process.env.WIGWAG_SECRET_KEY) {
    return;
  }
  if (!existsSync(ENVIRONMENT_FILE)) {
    return;
  }
  let text: string;
  try {
    text = readTextFile(ENVIRONMENT_FILE);
  } catch (error) {
    throw new UsageError(`cannot read ${ENVIRONMENT_FILE}: ${(error as Error).message}`);
  }
  for (const [name, value] of Object.entries(parseEnv(text))) {
    if (name.startsWith('WIGWAG_') && !OF_THE_PERSON.includes(name) && value !== undefined) {
      process.env[name] ??= value;
    }
  }
}

const sqlitePath = (url: string): string | undefined => /^sqlite:(?!:memory:)(.+)$/.exec(url)?.[1];

const isSame = (one: string, other: string): boolean => {
  const [path, otherPath] = [sqlitePath(one), sqlitePath(other)];
  return path !== undefined && otherPath !== undefined ? resolve(path) === resolve(otherPath) : one === other;
};

/** Returns whether a database is that of a `wigwag dev`. */
export const isDatabaseOf = ({ data, state }: FoundDev, url: string): boolean => isSame(url, databaseOf(data, state));

/** Returns the `wigwag dev` whose data is in the folder of a SQLite file. */
function devBeside(url: string): FoundDev | undefined {
  const path = sqlitePath(url);
  const data = path === undefined ? undefined : dirname(resolve(path));
  const state = data && readState(data);
  return data && state ? { data, state } : undefined;
}

/**
 * Loads secret key, database and provider of a `wigwag dev` for `wigwag admin` commands, and reports it. It
 * uses the dev server whose database WIGWAG_DATABASE_URL names; without the variable, the one in this folder or above
 * it. Variables that are already set keep their values. A folder can come from an unknown source, so addresses of other
 * machines are ignored.
 */
export function loadDevEnvironment(say: (line: string) => void): void {
  used = undefined;
  const { WIGWAG_SECRET_KEY, WIGWAG_DATABASE_URL: url } = process.env;
  const found = WIGWAG_SECRET_KEY ? undefined : (url && devBeside(url)) || findDevData(process.cwd());
  if (!found) {
    return;
  }
  const { data, state } = found;
  const database = databaseOf(data, state);
  const isLocal = sqlitePath(database) !== undefined || (URL.canParse(database) && isHere(database));
  if (!isLocal || (url && !isDatabaseOf(found, url))) {
    return;
  }
  const { secretKey, mockUrl, baseUrl } = state;
  const provider = mockUrl !== undefined && isHere(mockUrl) ? mockUrl : undefined;
  const variables = {
    WIGWAG_SECRET_KEY: secretKey,
    WIGWAG_DATABASE_URL: database,
    WIGWAG_GRAPH_URL: provider,
    WIGWAG_INSTAGRAM_URL: provider,
    WIGWAG_PUBLIC_URL: baseUrl !== undefined && isHere(baseUrl) ? new URL(baseUrl).origin : undefined,
  };
  for (const [name, value] of Object.entries(variables)) {
    if (value !== undefined) {
      process.env[name] ||= value;
    }
  }
  used = found;
  say(`using the dev server in ${data}`);
}

/** The `wigwag dev` whose settings `loadDevEnvironment` has loaded. */
let used: FoundDev | undefined;

/** Returns the address and the admin token of the `wigwag dev` whose settings are used, if it runs. */
export async function runningDevServer(): Promise<{ url: string; token: string } | undefined> {
  const { baseUrl, adminToken: token } = used?.state ?? {};
  if (used === undefined || baseUrl === undefined || token === undefined || !isHere(baseUrl)) {
    return undefined;
  }
  return (await runningDev(used.data)) === undefined ? undefined : { url: new URL(baseUrl).origin, token };
}

/** Returns the admin token of the `wigwag dev` of this folder, if that server has this address. */
export function devTokenFor(url: string): string | undefined {
  const { baseUrl, adminToken } = findDev(process.cwd()) ?? {};
  const origin = URL.parse(url)?.origin;
  return baseUrl !== undefined && isHere(baseUrl) && new URL(baseUrl).origin === origin ? adminToken : undefined;
}
