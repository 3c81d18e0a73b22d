import { useEffect, useState } from 'react';
import { useArea } from './area.tsx';

/** Milliseconds between frames for changes; keys redraw at once. */
const FRAME = 50;

/** Redraws when the screen is shown and the watched object has changed, with a limited number of frames per second. */
export function useChanges(watched: { watch(changed: () => void): () => void }): void {
  const [, draw] = useState(0);
  const { isActive } = useArea();
  useEffect(() => {
    if (!isActive) {
      return;
    }
    let timer: NodeJS.Timeout | undefined;
    const leave = watched.watch(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        draw((frame) => frame + 1);
      }, FRAME);
    });
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [watched, isActive]);
}

/** Redraws at this interval. */
export function useClock(milliseconds: number): void {
  const [, draw] = useState(0);
  const { isActive } = useArea();
  useEffect(() => {
    if (!isActive) {
      return;
    }
    const timer = setInterval(() => draw((frame) => frame + 1), milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds, isActive]);
}
