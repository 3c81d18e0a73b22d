import { realClock } from './clock.ts';
import { Listeners } from './listeners.ts';

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
  const listeners = new Listeners<string>();
  let isPolling = false;

  /** As long as somebody listens. */
  function keepPolling(): void {
    if (poll === undefined || isPolling || listeners.isEmpty) {
      return;
    }
    isPolling = true;
    realClock.setTimeout(() => {
      isPolling = false;
      listeners.runAll();
      keepPolling();
    }, poll);
  }

  return {
    notify: (topic) => listeners.run(topic),
    listen(topic, run) {
      const cancel = listeners.add(topic, run);
      keepPolling();
      return cancel;
    },
  };
}
