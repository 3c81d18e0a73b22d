import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { EventName } from '@wigwag/openapi';
import { useEffect, useSyncExternalStore } from 'react';
import { BASE, callerHeaders } from './client.ts';

/** An event of the account, as webhooks get it (section 6). */
export interface AccountEvent {
  id: string;
  event: EventName;
  data: Record<string, unknown>;
}

type Listener = (event: AccountEvent) => void;

/** Waits after a lost connection, in milliseconds. */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Whether a status means that another attempt would also be refused. Too many streams at once are not a refusal. */
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 429;

/** The event stream of the account. It reconnects automatically, and continues after the last event. */
class EventStream {
  readonly #listeners = new Set<Listener>();
  readonly #watchers = new Set<() => void>();
  #abort: AbortController | undefined;
  #lastId: string | undefined;
  isConnected = true;
  /** Whether the server refuses the stream, because the account or its module is off. */
  isRefused = false;

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    if (this.#abort === undefined) {
      this.#abort = new AbortController();
      void this.#run(this.#abort.signal);
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) {
        this.#abort?.abort();
        this.#abort = undefined;
      }
    };
  }

  /** Forgets the account's events, before another account is shown. */
  reset(): void {
    this.#lastId = undefined;
    if (this.#abort) {
      this.#abort.abort();
      this.#abort = new AbortController();
      void this.#run(this.#abort.signal);
    }
  }

  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  #became(state: { isConnected: boolean; isRefused: boolean }): void {
    if (this.isConnected !== state.isConnected || this.isRefused !== state.isRefused) {
      Object.assign(this, state);
      for (const watcher of this.#watchers) {
        watcher();
      }
    }
  }

  async #run(signal: AbortSignal): Promise<void> {
    let wait = FIRST_WAIT;
    while (!signal.aborted) {
      try {
        // `EventSource` cannot send the header that names an operator's account.
        const response = await fetch(new URL('api/events', BASE), {
          signal,
          headers: { ...callerHeaders('GET'), ...(this.#lastId !== undefined && { 'Last-Event-ID': this.#lastId }) },
        });
        if (response.status === 401) {
          return; // the next request shows the login
        }
        if (response.ok && response.body) {
          wait = FIRST_WAIT;
          this.#became({ isConnected: true, isRefused: false });
          await this.#read(response.body);
        } else if (isRefusal(response.status)) {
          wait = LONGEST_WAIT;
          this.#became({ isConnected: this.isConnected, isRefused: true });
          await pause(wait);
          continue;
        }
      } catch {
        // The connection is lost: try again.
      }
      if (!signal.aborted) {
        this.#became({ isConnected: false, isRefused: false });
        await pause(wait);
        wait = Math.min(LONGEST_WAIT, wait * 2);
      }
    }
  }

  async #read(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const frames = (rest + part.value).split('\n\n');
      rest = frames.pop() ?? '';
      for (const frame of frames) {
        this.#take(frame);
      }
    }
  }

  #take(frame: string): void {
    const lines = frame.split('\n');
    const fieldOf = (name: string) =>
      lines
        .find((line) => line.startsWith(`${name}:`))
        ?.slice(name.length + 1)
        .trim();
    const id = fieldOf('id');
    const data = fieldOf('data');
    if (id !== undefined) {
      this.#lastId = id;
    }
    if (data === undefined || data === '') {
      return;
    }
    const event = JSON.parse(data) as Partial<AccountEvent>;
    if (typeof event.event === 'string') {
      for (const listener of this.#listeners) {
        listener({ id: id ?? '', data: {}, ...event } as AccountEvent);
      }
    }
  }
}

export const eventStream = new EventStream();

/** Calls the listener for each event while the component is shown. Keep the listener's identity stable. */
export const useEvents = (listener: Listener): void => useEffect(() => eventStream.listen(listener), [listener]);

/** Whether events arrive. */
export const useIsConnected = (): boolean => useSyncExternalStore(eventStream.watch, () => eventStream.isConnected);

/** Whether the server refuses events. */
export const useIsRefused = (): boolean => useSyncExternalStore(eventStream.watch, () => eventStream.isRefused);

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The page keeps the data fresh with events. Asking for all its pages again would take too many requests. */
      isLive?: boolean;
    };
  }
}

/** Asks again for everything that is shown, except for what events keep fresh. */
export const refreshShown = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ predicate: ({ meta }) => meta?.isLive !== true });

/** After a lost connection, asks again for what is shown. */
export function useRefreshAfterReconnect(): void {
  const queries = useQueryClient();
  const isConnected = useIsConnected();
  useEffect(() => {
    if (isConnected) {
      void refreshShown(queries);
    }
  }, [isConnected, queries]);
}
