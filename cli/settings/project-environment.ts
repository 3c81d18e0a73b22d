import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { databaseOf, readState } from '../dev/state.ts';
import { type FoundDev, findDevData, isHere } from './settings.ts';

/** Settings of the server of this folder, as `wigwag init` writes them; it holds a secret, so it is not committed. */
export const ENVIRONMENT_FILE = 'wigwag.env';

/** What says which server a person talks to, and with which key: never for a folder to say. */
const OF_THE_PERSON = ['WIGWAG_API_KEY', 'WIGWAG_BASE_URL', 'WIGWAG_CONTROL_URL', 'WIGWAG_PROFILE'];

/**
 * Takes the WIGWAG_* variables of `wigwag.env` in this folder; what is set already stays. A server whose secret key is set has all
 * its settings there: a folder that may come from anybody must not lead its provider tokens elsewhere.
 */
export function loadProjectEnvironment(): void {
  if (process.env.WIGWAG_SECRET_KEY) {
    return;
  }
  let text: string;
  try {
    text = readFileSync(ENVIRONMENT_FILE, 'utf8');
  } catch {
    return;
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

/** The `wigwag dev` whose data are in the folder of a SQLite file. */
function devBeside(url: string): FoundDev | undefined {
  const path = sqlitePath(url);
  const data = path === undefined ? undefined : dirname(resolve(path));
  const state = data && readState(data);
  return data && state ? { data, state } : undefined;
}

/**
 * Takes secret key, database and provider of a `wigwag dev`, for `wigwag admin` beside it, and says so on stderr: of the dev whose
 * database WIGWAG_DATABASE_URL names, or without that of the one in this folder or above it. What is set already stays. A folder may
 * come from anybody, so it names no address of another machine.
 */
export function loadDevEnvironment(): void {
  const { WIGWAG_SECRET_KEY, WIGWAG_DATABASE_URL: url } = process.env;
  const found = WIGWAG_SECRET_KEY ? undefined : (url && devBeside(url)) || findDevData(process.cwd());
  if (!found) {
    return;
  }
  const { data, state } = found;
  const database = databaseOf(data, state);
  const isLocal = sqlitePath(database) !== undefined || (URL.canParse(database) && isHere(database));
  if (!isLocal || (url && !isSame(url, database))) {
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
  process.stderr.write(`the database is that of the dev in ${data}\n`);
}
