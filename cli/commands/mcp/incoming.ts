import type { WebhookEvent, Wigwag } from '@wigwag/sdk';

/** A message of a customer, as in the event `message.received`. */
export type IncomingMessage = Extract<WebhookEvent, { event: 'message.received' }>['data']['message'];

/** A call that waits for messages. */
interface Waiter {
  received: (message: IncomingMessage) => void;
  /** The server refused the event stream, or cannot be reached. */
  failed: (error: unknown) => void;
}

/** Shares one event stream among all calls that wait, because the server limits the streams of a key. */
export class IncomingMessages {
  readonly #wigwag: Wigwag;
  #stream: { waiters: Set<Waiter>; connected: Promise<void>; close: () => void } | undefined;

  constructor(wigwag: Wigwag) {
    this.#wigwag = wigwag;
  }

  /** Adds a waiter, which gets every message after `connected`. The stream ends when its last waiter leaves. */
  join(waiter: Waiter): { connected: Promise<void>; leave: () => void } {
    this.#stream ??= this.#open();
    const stream = this.#stream;
    stream.waiters.add(waiter);
    return {
      connected: stream.connected,
      leave: () => {
        stream.waiters.delete(waiter);
        if (stream.waiters.size === 0) {
          this.#forget(stream);
          stream.close();
        }
      },
    };
  }

  #open() {
    const waiters = new Set<Waiter>();
    const { promise: connected, resolve } = Promise.withResolvers<void>();
    const events = this.#wigwag.events({ events: ['message.received'], onConnect: () => resolve() });
    const stream = { waiters, connected, close: () => void events.return() };
    const read = async () => {
      for await (const { event, data } of events) {
        if (event === 'message.received') {
          for (const waiter of waiters) {
            waiter.received(data.message);
          }
        }
      }
    };
    read().catch((error: unknown) => {
      this.#forget(stream);
      for (const waiter of waiters) {
        waiter.failed(error);
      }
    });
    return stream;
  }

  /** The next waiter opens a new stream. */
  #forget(stream: unknown): void {
    if (this.#stream === stream) {
      this.#stream = undefined;
    }
  }
}
