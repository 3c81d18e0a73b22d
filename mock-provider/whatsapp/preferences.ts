import { partOf } from '../world/part-of.ts';
import type { Asset, State } from '../world/state.ts';

const stopped = partOf(() => new Set<string>());

const keyOf = (number: Asset, user: string) => `${number.id}|${user}`;

/** Returns whether a person stopped the marketing messages of a number with WhatsApp's own switch. */
export const hasStopped = (state: State, number: Asset, user: string): boolean =>
  stopped(state).has(keyOf(number, user));

/** "user_preferences": stops or resumes the marketing messages of a number to a person. */
export function setPreference(state: State, number: Asset, user: string, value: unknown): void {
  if (value === 'stop') {
    stopped(state).add(keyOf(number, user));
  }
  if (value === 'resume') {
    stopped(state).delete(keyOf(number, user));
  }
}
