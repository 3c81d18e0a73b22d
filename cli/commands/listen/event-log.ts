import type { Forwarded } from './entry.ts';
import { type Arrival, type Entry, eventOf } from './entry.ts';
import { isTaken } from './forwarder.ts';

/** How it is with the source of the events. */
export type Connection =
  | { state: 'connecting' }
  | { state: 'listening'; note?: string }
  | { state: 'cut off'; since: Date; problem: string };

/** So much is kept to be looked at; what is older is only counted. */
const MOST_ENTRIES = 1_000;
const MOST_CHARACTERS = 16_000_000;
/** Ids of deliveries that are remembered to tell which come again. */
const MOST_IDS = 10_000;

/** The latest events and what is known of all that came. Tells those who watch when something changed. */
export class EventLog {
  readonly entries: Entry[] = [];
  connection: Connection = { state: 'connecting' };
  received = 0;
  refused = 0;
  /** Answers of addresses, replays included. */
  taken = 0;
  failed = 0;
  /** What happened while the connection was down; it is among the received. */
  missed = 0;
  #characters = 0;
  readonly #ids = new Set<string>();
  readonly #watchers = new Set<() => void>();

  add(arrival: Arrival): Entry {
    this.received += 1;
    const event = eventOf(arrival);
    this.refused += event ? 0 : 1;
    const entry: Entry = {
      ...arrival,
      number: this.received,
      at: new Date(),
      repeated: event?.id !== undefined && !this.#isNew(event.id),
      forwarded: [],
    };
    this.entries.push(entry);
    this.#characters += entry.rawBody.length;
    while (this.entries.length > MOST_ENTRIES || (this.#characters > MOST_CHARACTERS && this.entries.length > 1)) {
      this.#characters -= this.entries.shift()?.rawBody.length ?? 0;
    }
    this.changed();
    return entry;
  }

  connect(connection: Connection): void {
    this.connection = connection;
    this.changed();
  }

  /** Counts what an address made of an event. */
  readonly answered = (one: Forwarded): void => {
    if (isTaken(one)) {
      this.taken += 1;
    } else {
      this.failed += 1;
    }
    this.changed();
  };

  /** Has `watch` called after each change, until what it returns is called. */
  watch(watch: () => void): () => void {
    this.#watchers.add(watch);
    return () => this.#watchers.delete(watch);
  }

  readonly changed = (): void => {
    for (const watch of this.#watchers) {
      watch();
    }
  };

  #isNew(id: string): boolean {
    if (this.#ids.has(id)) {
      return false;
    }
    this.#ids.add(id);
    if (this.#ids.size > MOST_IDS) {
      this.#ids.delete(this.#ids.values().next().value as string);
    }
    return true;
  }
}
