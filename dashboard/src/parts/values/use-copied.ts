import { useEffect, useState } from 'react';

/** How long a copy button says that it copied, in milliseconds. */
const SHOWN = 1500;

/** Returns whether the text was copied a moment ago, and a function that copies it. */
export function useCopied(text: string): [boolean, () => void] {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (isCopied) {
      const timer = setTimeout(() => setCopied(false), SHOWN);
      return () => clearTimeout(timer);
    }
  }, [isCopied]);
  return [isCopied, () => void navigator.clipboard.writeText(text).then(() => setCopied(true))];
}
