import { mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { replacePrivate } from '@wigwag/server/private-file';
import { shellWord } from '@wigwag/server/shell-word';
import { UsageError } from '../program/errors/errors.ts';
import { readTextFile } from '../program/input/read-text.ts';

/** A server and its key. */
export interface Profile {
  baseUrl: string;
  apiKey?: string;
  signingSecret?: string;
}

interface Profiles {
  /** The default profile. */
  current?: string;
  profiles: Record<string, Profile>;
  /** Commands without `wigwag`, by the names of their aliases. */
  aliases?: Record<string, string>;
}

type Environment = Record<string, string | undefined>;

/** Returns the path of the profiles: `wigwag/profiles.json` in the folder that XDG names. */
export const profilesPath = ({ XDG_CONFIG_HOME, HOME }: Environment): string =>
  join(XDG_CONFIG_HOME || join(HOME || homedir(), '.config'), 'wigwag', 'profiles.json');

/** @throws {UsageError} if the file exists and cannot be read */
export function readProfiles(environment: Environment): Profiles {
  const path = profilesPath(environment);
  const read = readJson(path) as Partial<Profiles> | undefined;
  if (read === undefined) {
    return { profiles: {} };
  }
  const isIntact =
    isObject(read) &&
    isObject(read.profiles) &&
    Object.values(read.profiles).every(holdsTexts) &&
    (read.aliases === undefined || holdsTexts(read.aliases));
  if (!isIntact) {
    throw new UsageError(`${path} was not written by \`wigwag profiles\`, or is damaged: correct or delete it`);
  }
  warnIfOpen(path);
  return { profiles: {}, ...read };
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const holdsTexts = (value: unknown): boolean =>
  isObject(value) && Object.values(value).every((text) => typeof text === 'string');

let hasWarned = false;

/** Warns if other users can read the file: a copy of it may have different permissions. */
function warnIfOpen(path: string): void {
  if (!hasWarned && process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
    hasWarned = true;
    process.stderr.write(`${path} contains keys, and other users can read it: chmod 600 ${shellWord(path)}\n`);
  }
}

/** The file contains keys, so only its owner may read it. @throws {UsageError} if it cannot be written */
export function writeProfiles(environment: Environment, profiles: Profiles): void {
  const path = profilesPath(environment);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    replacePrivate(path, `${JSON.stringify(profiles, null, 2)}\n`);
  } catch (error) {
    throw new UsageError(`cannot write ${path}: ${(error as Error).message}`);
  }
}

/** @throws {UsageError} if no profile has this name */
export function profileNamed({ profiles }: Profiles, name: string): Profile {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (!profile) {
    const known = Object.keys(profiles).join(', ') || 'none yet';
    throw new UsageError(
      `the profile ${name} does not exist (known profiles: ${known}); add it with \`wigwag profiles add ${shellWord(name)}\``,
    );
  }
  return profile;
}

/** The settings of a project in `wigwag.json` next to its code. The file is committed, so it contains no key. */
interface ProjectFile {
  profile?: string;
  base_url?: string;
}

export const PROJECT_FILE = 'wigwag.json';

/**
 * Returns the `wigwag.json` of this folder, or the nearest one above it.
 *
 * @throws {UsageError} if the file cannot be read, or contains a key
 */
export function readProjectFile(folder: string): ProjectFile | undefined {
  const path = join(folder, PROJECT_FILE);
  const read = readJson(path) as ProjectFile | undefined;
  if (read === undefined) {
    return dirname(folder) === folder ? undefined : readProjectFile(dirname(folder));
  }
  if (!holdsTexts(read)) {
    throw new UsageError(`${path} must be an object of strings, such as {"profile":"staging"}: correct or delete it`);
  }
  const unknown = Object.keys(read).filter((key) => !['profile', 'base_url'].includes(key));
  if (unknown.length > 0) {
    throw new UsageError(`${path} can contain only profile and base_url: remove ${unknown.join(', ')}`);
  }
  return read;
}

/** Returns the parsed file, or undefined if there is none. @throws {UsageError} if it is not JSON */
export function readJson(path: string): unknown {
  let text: string;
  try {
    text = readTextFile(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) {
      return undefined;
    }
    throw new UsageError(`cannot read ${path}: ${(error as Error).message}`);
  }
  try {
    return JSON.parse(text) ?? {};
  } catch {
    throw new UsageError(`${path} is not JSON: correct or delete it`);
  }
}
