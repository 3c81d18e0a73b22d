import { dirname, join } from 'node:path';
import { shellWord } from '@wigwag/server/shell-word';
import { type DevState, readState } from '../dev/state.ts';
import { KeyError, UsageError } from '../program/errors/errors.ts';
import { PROJECT_FILE, type Profile, profileNamed, readProfiles, readProjectFile } from './profiles.ts';

/** The server and the key. */
export interface Settings {
  baseUrl: string;
  apiKey: string;
}

export interface SettingsFlags {
  profile?: string;
  baseUrl?: string;
}

type Environment = Record<string, string | undefined>;

/** The default data folder of `wigwag dev`. */
export const DEFAULT_DATA = '.wigwag';

/** The state that a `wigwag dev` stored, and its data folder. */
export interface FoundDev {
  state: DevState;
  data: string;
}

/**
 * Returns the stored state of the `wigwag dev` in this folder, or in the nearest parent folder that has one.
 *
 * @throws {UsageError} if the state is damaged
 */
export function findDevData(folder: string): FoundDev | undefined {
  const data = join(folder, DEFAULT_DATA);
  const state = readState(data);
  const above = dirname(folder);
  return state ? { state, data } : above === folder ? undefined : findDevData(above);
}

/** Returns the stored state without its folder. @throws {UsageError} if it is damaged */
export const findDev = (folder: string): DevState | undefined => findDevData(folder)?.state;

/** Every base URL ends with this (§1). */
const PREFIX = '/api/v1';
const DEFAULT_URL = `http://127.0.0.1:3000${PREFIX}`;

const trimmed = (url: string): string => url.replace(/\/+$/, '');

/** A source of settings. A key or secret next to an address is only for that address. */
interface SettingsSource extends Partial<Profile> {
  name: string;
  /** The source is in a folder that can come from anyone, such as a cloned repository. */
  isOfFolder?: true;
}

const ENVIRONMENT = 'the environment';

/**
 * The first source with an address wins: flag, environment, project file, the local `wigwag dev`, the default profile.
 */
function sourcesOf(flags: SettingsFlags, environment: Environment): SettingsSource[] {
  const profiles = readProfiles(environment);
  const profile = (name: string | undefined, where: string): SettingsSource[] =>
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
          } as SettingsSource,
        ]
      : []),
    ...profile(profiles.current, '`wigwag profiles use`'),
  ];
}

/** A server, its key and secret, and the source of its address. */
interface FoundSettings extends Profile {
  source: string;
  /** Why the environment's key is not sent to this server, and what to do. */
  withheld?: { why: string; fix: string };
}

/** Returns whether an address is on this machine. */
export const isHere = (url: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);

/** @throws {UsageError} if the address is not one of the API, or if a file with settings is damaged */
export function findSettings(flags: SettingsFlags, environment: Environment): FoundSettings {
  const sources = sourcesOf(flags, environment);
  const chosen = sources.find((source) => source.baseUrl !== undefined);
  const baseUrl = chosen?.baseUrl ?? DEFAULT_URL;
  requireBaseUrl(baseUrl);
  const environmentKey = sources.find(({ name }) => name === ENVIRONMENT)?.apiKey;
  // A folder can name any address. The environment's key is therefore sent only to a server on this machine, or to one
  // that the user chose.
  const isWithheld = environmentKey !== undefined && chosen?.isOfFolder === true && !isHere(baseUrl);
  // A key or secret next to an address is sent to no other server.
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

/** @throws {UsageError} if the base URL is not one of the API; a password in it is not shown */
export function requireBaseUrl(baseUrl: string): void {
  const url = URL.parse(baseUrl);
  if (url && `${url.username}${url.password}` !== '') {
    throw new UsageError('the base URL must not contain a user and password: the API key identifies you');
  }
  if (!/^https?:$/.test(url?.protocol ?? '')) {
    throw new UsageError(`the base URL must be a URL that ends in ${PREFIX}; it is "${baseUrl}"`);
  }
  if (/[\s\p{Cc}]/u.test(baseUrl)) {
    throw new UsageError(`the base URL must not contain spaces or line breaks; it is "${baseUrl}"`);
  }
  if (!trimmed(baseUrl).endsWith(PREFIX)) {
    const above = url?.pathname.replace(/\/(api(\/.*)?)?$/, '');
    throw new UsageError(`the base URL must end in ${PREFIX}; it is "${baseUrl}": use ${url?.origin}${above}${PREFIX}`);
  }
}

/** @throws {UsageError} if a header cannot contain the key, which is not shown */
function requireKey(apiKey: string): void {
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new UsageError('the API key must be printable ASCII without spaces or line breaks');
  }
}

const withheldBy = (source: string, baseUrl: string) => ({
  why: `WIGWAG_API_KEY is not sent to ${baseUrl}, because ${source} of this folder chose that address and you did not`,
  fix: `set WIGWAG_BASE_URL=${shellWord(baseUrl)} if the key is for that server, or unset WIGWAG_API_KEY and choose a profile with --profile`,
});

/**
 * @throws {KeyError} if there is no key for the server
 * @throws {UsageError} if the environment's key is withheld from the server
 */
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

/** Returns the secret that signs the webhooks of that server. @throws {UsageError} if no source has it */
export function readSigningSecret(flags: SettingsFlags, environment: Environment): string {
  const { signingSecret } = findSettings(flags, environment);
  if (signingSecret === undefined) {
    throw new UsageError(
      'no signing secret: set WIGWAG_SIGNING_SECRET, store it in a profile, or run `wigwag dev` in this folder first',
    );
  }
  return signingSecret;
}
