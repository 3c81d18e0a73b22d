import { useEffect, useRef } from 'react';

/** How long the second key of a sequence may take, in milliseconds. */
const SEQUENCE = 1000;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Whether something over the page, such as a dialog or a menu, has the keyboard. */
const isCovered = (): boolean => document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]') !== null;

/**
 * Runs actions by key while the component is shown: `j`, `?`, `mod+k` (Ctrl or Cmd) or a sequence such as `g i`. Keys
 * without `mod` do nothing while the person types or a dialog is open.
 */
export function useKeys(actions: Readonly<Record<string, () => void>>): void {
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => {
    let first: { key: string; at: number } | undefined;
    const onKey = (event: KeyboardEvent) => {
      const hasMod = event.ctrlKey || event.metaKey;
      const run = (name: string): boolean => {
        const action = current.current[name];
        if (action) {
          event.preventDefault();
          action();
        }
        return action !== undefined;
      };
      if (hasMod) {
        run(`mod+${event.key.toLowerCase()}`);
        return;
      }
      if (event.altKey || event.defaultPrevented || isTyping(event.target) || isCovered()) {
        return;
      }
      const before = first && event.timeStamp - first.at < SEQUENCE ? first.key : undefined;
      first = undefined;
      if (before !== undefined && run(`${before} ${event.key}`)) {
        return;
      }
      if (!run(event.key)) {
        first = { key: event.key, at: event.timeStamp };
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
