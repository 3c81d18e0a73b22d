import { useCallback, useSyncExternalStore } from 'react';

let owner = '';

/** Sets whose drafts are shown: those of a login in an account. */
export const setDraftOwner = (login: number, account: string | undefined): void => {
  owner = `${login}:${account ?? ''}`;
};

/** The drafts that were read or written. */
const drafts = new Map<string, unknown>();
const watchers = new Set<() => void>();

const watch = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

const keyOf = (name: string): string => `wigwag-draft:${owner}:${name}`;

function read<Value>(key: string): Value | undefined {
  if (!drafts.has(key)) {
    drafts.set(key, stored(key));
  }
  return drafts.get(key) as Value | undefined;
}

function write(key: string, value: unknown): void {
  drafts.set(key, value);
  try {
    if (value === undefined) {
      sessionStorage.removeItem(key);
    } else {
      sessionStorage.setItem(key, JSON.stringify(value));
    }
  } catch {
    sessionStorage.removeItem(key); // too long to be kept: an older text would be wrong after a reload
  }
  for (const watcher of watchers) {
    watcher();
  }
}

/** Forgets all drafts, when a login ends. */
export const forgetDrafts = (): void => drafts.clear();

/**
 * State that stays after a reload of the page, in this tab: what a person has typed and not sent.
 *
 * @param name what it belongs to, such as the conversation
 */
export function useDraft<Value>(name: string, initial: Value): [Value, (value: Value) => void, () => void] {
  const key = keyOf(name);
  const value = useSyncExternalStore(watch, () => read<Value>(key)) ?? initial;
  const set = useCallback((next: Value) => write(key, next), [key]);
  const clear = useCallback(() => write(key, undefined), [key]);
  return [value, set, clear];
}

/** Returns what a draft is for another part of the page, or undefined if nothing is written. */
export function useWritten<Value, Part>(name: string, select: (value: Value) => Part): Part | undefined {
  const key = keyOf(name);
  return useSyncExternalStore(watch, () => {
    const value = read<Value>(key);
    return value === undefined ? undefined : select(value);
  });
}

function stored(key: string): unknown {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
