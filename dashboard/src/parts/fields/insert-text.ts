import { type RefObject, useRef } from 'react';
import { flushSync } from 'react-dom';

interface Insertion {
  /** For the field, with several lines. */
  areaRef: RefObject<HTMLTextAreaElement | null>;
  onFocus: () => void;
  /**
   * Inserts a text at the caret, or at the end of a field that was not used, and focuses the field.
   *
   * @param textAfter returns what to insert after the text before the caret
   */
  insert: (textAfter: (before: string) => string) => void;
}

/** Inserts texts into a field at its caret, such as a variable that a button adds. */
export function useInsertText(value: string, onChange: (value: string) => void): Insertion {
  const areaRef = useRef<HTMLTextAreaElement>(null);
  // A browser reports the caret of an unused field at its start.
  const isUsed = useRef(false);
  return {
    areaRef,
    onFocus: () => {
      isUsed.current = true;
    },
    insert: (textAfter) => {
      const area = areaRef.current;
      const caret = isUsed.current && area ? area.selectionEnd : value.length;
      const before = value.slice(0, caret);
      const changed = before + textAfter(before);
      flushSync(() => onChange(changed + value.slice(caret)));
      area?.focus();
      area?.setSelectionRange(changed.length, changed.length);
    },
  };
}
