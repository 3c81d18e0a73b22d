import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { shellWord } from '@wigwag/server/shell-word';
import { UsageError } from '../program/errors.ts';

/** A server and what opens it. */
export interface Profile {
  baseUrl: string;
  apiKey?: string;
  signingSecret?: string;
}

interface Profiles {
  /** The one that is used when nothing else is said. */
  current?: string;
  profiles: Record<string, Profile>;
}

type Environment = Record<string, string | undefined>;

/** Where profiles are kept: `wigwag/profiles.json` in the folder that XDG names. */
export const profilesPath = ({ XDG_CONFIG_HOME, HOME }: Environment): string =>
  join(XDG_CONFIG_HOME || join(HOME || homedir(), '.config'), 'wigwag', 'profiles.json');

/** @throws {UsageError} when the file is there and cannot be read */
export function readProfiles(environment: Environment): Profiles {
  const path = profilesPath(environment);
  const read = readJson(path) as Partial<Profiles> | undefined;
  if (read === undefined) {
    return { profiles: {} };
  }
  if (!isObject(read) || !isObject(read.profiles) || !Object.values(read.profiles).every(holdsTexts)) {
    throw new UsageError(`${path} was not written by \`wigwag profiles\`, or is damaged: correct or remove it`);
  }
  warnIfOpen(path);
  return { profiles: {}, ...read };
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const holdsTexts = (value: unknown): boolean =>
  isObject(value) && Object.values(value).every((text) => typeof text === 'string');

let hasWarned = false;

/** Somebody may have copied the file. */
function warnIfOpen(path: string): void {
  if (!hasWarned && process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
    hasWarned = true;
    process.stderr.write(`${path} holds keys, and others may read it: chmod 600 ${shellWord(path)}\n`);
  }
}

/** Holds keys, so only its owner may read it. @throws {UsageError} when it cannot be written */
export function writeProfiles(environment: Environment, profiles: Profiles): void {
  const path = profilesPath(environment);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(`${path}.new`, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 });
    chmodSync(`${path}.new`, 0o600);
    renameSync(`${path}.new`, path);
  } catch (error) {
    throw new UsageError(`cannot write ${path}: ${(error as Error).message}`);
  }
}

/** @throws {UsageError} when there is none of that name */
export function profileNamed({ profiles }: Profiles, name: string): Profile {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (!profile) {
    const known = Object.keys(profiles).join(', ') || 'none yet';
    throw new UsageError(
      `there is no profile ${name} (there are: ${known}); add it with \`wigwag profiles add ${shellWord(name)}\``,
    );
  }
  return profile;
}

/** What a project says about itself, in `wigwag.json` beside its code; it is committed, so it holds no key. */
interface ProjectFile {
  profile?: string;
  base_url?: string;
}

export const PROJECT_FILE = 'wigwag.json';

/** The `wigwag.json` of this folder or the nearest one above it. @throws {UsageError} when it cannot be read, or holds a key */
export function readProjectFile(folder: string): ProjectFile | undefined {
  const path = join(folder, PROJECT_FILE);
  const read = readJson(path) as ProjectFile | undefined;
  if (read === undefined) {
    return dirname(folder) === folder ? undefined : readProjectFile(dirname(folder));
  }
  if (!holdsTexts(read)) {
    throw new UsageError(`${path} must be an object of texts, as {"profile":"staging"}: correct or remove it`);
  }
  const unknown = Object.keys(read).filter((key) => !['profile', 'base_url'].includes(key));
  if (unknown.length > 0) {
    throw new UsageError(`${path} may hold profile and base_url, and nothing else: take out ${unknown.join(', ')}`);
  }
  return read;
}

function readJson(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) {
      return undefined;
    }
    throw new UsageError(`cannot read ${path}: ${(error as Error).message}`);
  }
  try {
    return JSON.parse(text) ?? {};
  } catch {
    throw new UsageError(`${path} is not JSON: correct or remove it`);
  }
}
