import { homedir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../program/errors/errors.ts';
import { readJson } from './profiles.ts';

export const THEME_NAMES = ['dark', 'light', 'contrast'] as const;
export type ThemeName = (typeof THEME_NAMES)[number];

/** How screens look, and their keys. The file has no secrets, so that it can be shared. */
export interface Preferences {
  theme: ThemeName;
  /** The key of an action, such as `{"inbox.assign": "A"}`. */
  keys: Record<string, string>;
  /** Whether clicks and the wheel act on the screens. The terminal then selects text with Shift. */
  mouse: boolean;
}

type Environment = Record<string, string | undefined>;

/** Returns the path of the preferences: `wigwag/settings.json` in the folder that XDG names. */
export const preferencesPath = ({ XDG_CONFIG_HOME, HOME }: Environment): string =>
  join(XDG_CONFIG_HOME || join(HOME || homedir(), '.config'), 'wigwag', 'settings.json');

/** @throws {UsageError} if the file has something else */
export function readPreferences(environment: Environment): Preferences {
  const path = preferencesPath(environment);
  const { theme = 'dark', keys = {}, mouse = true, ...unknown } = (readJson(path) ?? {}) as Partial<Preferences>;
  const [name] = Object.keys(unknown);
  if (name !== undefined) {
    throw new UsageError(`${path} can contain only theme, keys and mouse: remove ${name}`);
  }
  if (!THEME_NAMES.includes(theme)) {
    throw new UsageError(`${path}: theme must be one of ${THEME_NAMES.join(', ')}; it is "${theme}"`);
  }
  const wrong = Object.entries(keys).find(([, key]) => typeof key !== 'string' || !/^[!-~]$/.test(key));
  if (wrong) {
    throw new UsageError(`${path}: the key of ${wrong[0]} must be one character, such as "A"`);
  }
  if (typeof mouse !== 'boolean') {
    throw new UsageError(`${path}: mouse must be true or false`);
  }
  return { theme, keys, mouse };
}

let current: Preferences = { theme: 'dark', keys: {}, mouse: true };

/** Returns the preferences of the screens of this process. */
export const preferences = (): Preferences => current;

/** Sets the preferences before the first screen is drawn. */
export const setPreferences = (preferences: Preferences): void => {
  current = preferences;
};
