import { useEffect, useState } from 'react';
import { useHistory } from './history.ts';
import { isOwn } from './sends.ts';

/**
 * Returns whether someone else has answered a person since the text was begun, so that two people do not answer
 * without knowing.
 */
export function useIsAnswered(phone: string, hasText: boolean): boolean {
  const { messages, data } = useHistory(phone);
  const lastId = messages.findLast(({ direction }) => direction === 'out')?.id;
  const isLoaded = data !== undefined;
  /** The last answer that the person has seen; `isKnown` is false until the thread is loaded. */
  const [seen, setSeen] = useState<{ isKnown: boolean; id: string | undefined }>({ isKnown: false, id: undefined });
  useEffect(() => {
    if (isLoaded && (!hasText || !seen.isKnown || (lastId !== undefined && isOwn(lastId)))) {
      setSeen((before) => (before.isKnown && before.id === lastId ? before : { isKnown: true, id: lastId }));
    }
  }, [isLoaded, hasText, seen.isKnown, lastId]);
  return hasText && seen.isKnown && lastId !== seen.id && lastId !== undefined && !isOwn(lastId);
}
