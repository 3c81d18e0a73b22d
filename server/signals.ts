import { realClock } from './clock.ts';

/** Tells those in this process who wait for something that it was committed. */
export interface Signals {
  /** To be called after the commit. */
  notify(topic: string): void;
  /**
   * Calls `run` whenever there may be something new: at each notification, and every second or two where other processes may have
   * committed. The answer ends it.
   */
  listen(topic: string, run: () => void): () => void;
}

/** What visitors' pages listen to. */
export const webTopic = (connectionId: string, visitor: string): string => `web ${connectionId} ${visitor}`;

/** @param poll how often to look for what other processes did, in milliseconds of real time; undefined when there are none */
export function createSignals(poll: number | undefined): Signals {
  const listeners = new Map<string, Set<() => void>>();
  let isPolling = false;

  /** As long as somebody listens. */
  function keepPolling(): void {
    if (poll === undefined || isPolling || listeners.size === 0) {
      return;
    }
    isPolling = true;
    realClock.setTimeout(() => {
      isPolling = false;
      for (const run of [...listeners.values()].flatMap((ofTopic) => [...ofTopic])) {
        run();
      }
      keepPolling();
    }, poll);
  }

  return {
    notify(topic) {
      for (const run of [...(listeners.get(topic) ?? [])]) {
        run();
      }
    },
    listen(topic, run) {
      const ofTopic = listeners.get(topic) ?? new Set();
      listeners.set(topic, ofTopic.add(run));
      keepPolling();
      return () => {
        ofTopic.delete(run);
        if (ofTopic.size === 0 && listeners.get(topic) === ofTopic) {
          listeners.delete(topic);
        }
      };
    },
  };
}
