import { useCallback, useState } from 'react';

let owner = '';

/** Sets whose drafts are shown: those of a login in an account. */
export const setDraftOwner = (login: number, account: string | undefined): void => {
  owner = `${login}:${account ?? ''}`;
};

/**
 * State that stays after a reload of the page, in this tab: what a person has typed and not sent.
 *
 * @param name what it belongs to, such as the conversation
 */
export function useDraft<Value>(name: string, initial: Value): [Value, (value: Value) => void, () => void] {
  const key = `wigwag-draft:${owner}:${name}`;
  const [drafts, setDrafts] = useState<Record<string, Value>>({});
  const value = drafts[key] ?? stored<Value>(key) ?? initial;
  const set = useCallback(
    (next: Value) => {
      setDrafts((all) => ({ ...all, [key]: next }));
      try {
        sessionStorage.setItem(key, JSON.stringify(next));
      } catch {
        sessionStorage.removeItem(key); // too long to be kept: an older text would be wrong after a reload
      }
    },
    [key],
  );
  const clear = useCallback(() => {
    setDrafts(({ [key]: _, ...others }) => others as Record<string, Value>);
    sessionStorage.removeItem(key);
  }, [key]);
  return [value, set, clear];
}

function stored<Value>(key: string): Value | undefined {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? undefined : (JSON.parse(text) as Value);
  } catch {
    return undefined;
  }
}
