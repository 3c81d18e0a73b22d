import { useEffect, useState } from 'react';

/** Milliseconds between frames that are drawn because something changed; keys are answered at once. */
const FRAME = 50;

/** Draws again when what is watched has changed, however often it does, no more than so many times a second. */
export function useChanges(watched: { watch(changed: () => void): () => void }): void {
  const [, draw] = useState(0);
  useEffect(() => {
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
  }, [watched]);
}

/** Draws again as time goes by. */
export function useClock(milliseconds: number): void {
  const [, draw] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => draw((frame) => frame + 1), milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds]);
}
