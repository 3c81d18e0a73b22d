import { UsageError } from '../../program/errors/errors.ts';
import { preferences } from '../../settings/preferences.ts';
import type { Hint } from './Footer.tsx';

/** What a key does. */
export interface Action {
  /** One character, which the user's settings can replace; or the names of keys that cannot be replaced. */
  key: string;
  /** The words of the footer, and how important they are. A key of one character is added before them. */
  hint?: readonly [text: string, rank: number];
  /** The line of the help; actions without one are not listed. */
  help?: string;
}

/** The actions of a screen by name. */
export type Actions = Record<string, Action>;

/** The hints while a text fills the screen. */
export const BACK: readonly Hint[] = [
  ['arrows scroll', 3],
  ['q or Esc back', 1],
];
/** The hints while the user types a filter. */
export const FILTERING: readonly Hint[] = [
  ['Enter keeps the filter', 2],
  ['Esc shows all', 1],
];

const isReplaceable = ({ key }: Action): boolean => key.length === 1;

/** Returns the key of an action: the user's, or the default. */
const keyOf = (screen: string, name: string, action: Action): string =>
  isReplaceable(action) ? (preferences().keys[`${screen}.${name}`] ?? action.key) : action.key;

/**
 * Returns a function that translates a pressed key to the default key of its action. A default key that the user has
 * replaced does nothing.
 */
export function translator(screen: string, actions: Actions): (input: string) => string {
  const moved = Object.entries(actions)
    .map(([name, action]) => ({ from: keyOf(screen, name, action), to: action.key }))
    .filter(({ from, to }) => from !== to);
  if (moved.length === 0) {
    return (input) => input;
  }
  return (input) => moved.find(({ from }) => from === input)?.to ?? (moved.some(({ to }) => to === input) ? '' : input);
}

/** Returns the hints of the footer with the user's keys. */
export const hintsOf = (screen: string, actions: Actions): Hint[] =>
  Object.entries(actions).flatMap(([name, action]): Hint[] =>
    action.hint === undefined
      ? []
      : isReplaceable(action)
        ? [[`${keyOf(screen, name, action)} ${action.hint[0]}`, action.hint[1]]]
        : [action.hint],
  );

const TERM = 15;

/** Returns a line of help for each action, with the user's keys. */
export const helpOf = (screen: string, actions: Actions): string[] =>
  Object.entries(actions).flatMap(([name, action]) =>
    action.help === undefined ? [] : [`${keyOf(screen, name, action).padEnd(TERM - 1)} ${action.help}`],
  );

/** @throws {UsageError} if a key of the settings names no action, or one key has two actions on a screen */
export function checkKeys(screens: Record<string, Actions>): void {
  const names = Object.entries(screens).flatMap(([screen, actions]) =>
    Object.entries(actions).flatMap(([name, action]) => (isReplaceable(action) ? [`${screen}.${name}`] : [])),
  );
  const unknown = Object.keys(preferences().keys).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`settings.json: no action is named ${unknown}. The actions are ${names.join(', ')}`);
  }
  for (const [screen, actions] of Object.entries(screens)) {
    const taken = new Map<string, string>();
    for (const [name, action] of Object.entries(actions)) {
      const key = keyOf(screen, name, action);
      const other = taken.get(key);
      if (other !== undefined) {
        throw new UsageError(`settings.json: ${screen}.${name} and ${screen}.${other} have the same key ${key}`);
      }
      taken.set(key, name);
    }
  }
}
