import { dirname, join } from 'node:path';
import { shellWord } from '@wigwag/server/shell-word';
import { type DevState, readState } from '../dev/state.ts';
import { KeyError, UsageError } from '../program/errors.ts';
import { PROJECT_FILE, type Profile, profileNamed, readProfiles, readProjectFile } from './profiles.ts';

/** Which server, with which key. */
export interface Settings {
  baseUrl: string;
  apiKey: string;
}

export interface SettingsFlags {
  profile?: string;
  baseUrl?: string;
}

type Environment = Record<string, string | undefined>;

/** Where `wigwag dev` keeps its data when it is not told. */
export const DEFAULT_DATA = '.wigwag';

/** What a `wigwag dev` has left, and the folder of its data. */
export interface FoundDev {
  state: DevState;
  data: string;
}

/** Returns what the `wigwag dev` of a folder, or of the nearest one above it, has left. @throws {UsageError} when it is damaged */
export function findDevData(folder: string): FoundDev | undefined {
  const data = join(folder, DEFAULT_DATA);
  const state = readState(data);
  const above = dirname(folder);
  return state ? { state, data } : above === folder ? undefined : findDevData(above);
}

/** The same, without the folder. @throws {UsageError} when it is damaged */
export const findDev = (folder: string): DevState | undefined => findDevData(folder)?.state;

/** §1: every base URL ends so. */
const PREFIX = '/api/v1';
const DEFAULT_URL = `http://127.0.0.1:3000${PREFIX}`;

const trimmed = (url: string): string => url.replace(/\/+$/, '');

/** A place where settings stand. What is given beside an address is for that address alone. */
interface Source extends Partial<Profile> {
  name: string;
  /** It lies in a folder that may have come from anybody, as a repository does. */
  isOfFolder?: true;
}

const ENVIRONMENT = 'the environment';

/** The first that says something wins: flag, environment, project file, the local `wigwag dev`, the profile in use. */
function sourcesOf(flags: SettingsFlags, environment: Environment): Source[] {
  const profiles = readProfiles(environment);
  const profile = (name: string | undefined, where: string): Source[] =>
    name ? [{ name: `the profile ${name} (${where})`, ...profileNamed(profiles, name) }] : [];
  const project = readProjectFile(process.cwd());
  const dev = findDev(process.cwd());
  const { WIGWAG_BASE_URL: baseUrl, WIGWAG_API_KEY: apiKey, WIGWAG_SIGNING_SECRET: signingSecret } = environment;
  return [
    { name: '--base-url', ...(flags.baseUrl !== undefined && { baseUrl: flags.baseUrl }) },
    ...profile(flags.profile, '--profile'),
    {
      name: ENVIRONMENT,
      ...(baseUrl && { baseUrl }),
      ...(apiKey && { apiKey }),
      ...(signingSecret && { signingSecret }),
    },
    ...(flags.profile === undefined ? profile(environment.WIGWAG_PROFILE, 'WIGWAG_PROFILE') : []),
    { name: PROJECT_FILE, isOfFolder: true, ...(project?.base_url && { baseUrl: project.base_url }) },
    ...profile(project?.profile, PROJECT_FILE).map((source) => ({ ...source, isOfFolder: true }) as const),
    ...(dev?.baseUrl !== undefined
      ? [
          {
            name: DEFAULT_DATA,
            isOfFolder: true,
            baseUrl: dev.baseUrl,
            apiKey: dev.account?.liveKey,
            signingSecret: dev.account?.signingSecret,
          } as Source,
        ]
      : []),
    ...profile(profiles.current, '`wigwag profiles use`'),
  ];
}

/** A server and what is known of it, with where its address was found. */
interface Found extends Profile {
  source: string;
  /** Why the environment's key is not for it, and what to do. */
  withheld?: { why: string; fix: string };
}

/** Whether an address leads no further than this machine. */
export const isHere = (url: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);

/** @throws {UsageError} when the address is none of the API, or a file with settings is damaged */
export function findSettings(flags: SettingsFlags, environment: Environment): Found {
  const sources = sourcesOf(flags, environment);
  const chosen = sources.find((source) => source.baseUrl !== undefined);
  const baseUrl = chosen?.baseUrl ?? DEFAULT_URL;
  requireBaseUrl(baseUrl);
  const environmentKey = sources.find(({ name }) => name === ENVIRONMENT)?.apiKey;
  // A folder may name any address: only a person, or a server on the same machine, gets the key of the environment.
  const isWithheld = environmentKey !== undefined && chosen?.isOfFolder === true && !isHere(baseUrl);
  // What stands beside an address is given to no other server.
  const known = (what: 'apiKey' | 'signingSecret') =>
    sources.find(
      (source) =>
        source[what] !== undefined &&
        (source.name === ENVIRONMENT || trimmed(source.baseUrl ?? '') === trimmed(baseUrl)),
    )?.[what];
  const apiKey = isWithheld ? undefined : known('apiKey');
  const signingSecret = known('signingSecret');
  return {
    baseUrl: trimmed(baseUrl),
    source: chosen?.name ?? 'the default',
    ...(isWithheld && { withheld: withheldBy(chosen.name, trimmed(baseUrl)) }),
    ...(apiKey !== undefined && { apiKey }),
    ...(signingSecret !== undefined && { signingSecret }),
  };
}

/** @throws {UsageError} for what is no address of the API; a password in it is not shown */
export function requireBaseUrl(baseUrl: string): void {
  const url = URL.parse(baseUrl);
  if (url && `${url.username}${url.password}` !== '') {
    throw new UsageError('the base URL may hold no user and password: the API key says who you are');
  }
  if (!/^https?:$/.test(url?.protocol ?? '')) {
    throw new UsageError(`the base URL must be a URL that ends in ${PREFIX}; it is "${baseUrl}"`);
  }
  if (/[\s\p{Cc}]/u.test(baseUrl)) {
    throw new UsageError(`the base URL must hold no blanks and line breaks; it is "${baseUrl}"`);
  }
  if (!trimmed(baseUrl).endsWith(PREFIX)) {
    const above = url?.pathname.replace(/\/(api(\/.*)?)?$/, '');
    throw new UsageError(`the base URL must end in ${PREFIX}; it is "${baseUrl}": use ${url?.origin}${above}${PREFIX}`);
  }
}

/** @throws {UsageError} for a key that no header can carry; it is not shown */
function requireKey(apiKey: string): void {
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new UsageError('the API key must be one word of ASCII: it holds a blank, a line break or another character');
  }
}

const withheldBy = (source: string, baseUrl: string) => ({
  why: `WIGWAG_API_KEY is not sent to ${baseUrl}, since ${source} of this folder names that address, and not you`,
  fix: `set WIGWAG_BASE_URL=${shellWord(baseUrl)} if the key is for it, or unset WIGWAG_API_KEY and choose a profile with --profile`,
});

/** @throws {KeyError} when there is no key for the server; @throws {UsageError} when the environment's is withheld from it */
export function readSettings(flags: SettingsFlags, environment: Environment): Settings {
  const { baseUrl, apiKey, withheld } = findSettings(flags, environment);
  if (apiKey === undefined) {
    if (withheld) {
      throw new UsageError(`${withheld.why}: ${withheld.fix}`);
    }
    throw new KeyError(
      `no API key for ${baseUrl}: set WIGWAG_API_KEY, choose a profile with --profile, or run \`wigwag dev\` in this folder first`,
    );
  }
  requireKey(apiKey);
  return { baseUrl, apiKey };
}

/** The secret that webhooks of that server are signed with. @throws {UsageError} when it stands nowhere */
export function readSigningSecret(flags: SettingsFlags, environment: Environment): string {
  const { signingSecret } = findSettings(flags, environment);
  if (signingSecret === undefined) {
    throw new UsageError(
      'no signing secret: set WIGWAG_SIGNING_SECRET, keep it in a profile, or run `wigwag dev` in this folder first',
    );
  }
  return signingSecret;
}
