import type { Forwarded } from './entry.ts';
import { type Arrival, eventOf, type LogEntry, type LogRow } from './entry.ts';
import { isTaken } from './forwarder.ts';

/** The state of the connection to the event source. */
export type ConnectionState =
  | { state: 'connecting' }
  | { state: 'listening'; note?: string }
  | { state: 'cut off'; since: Date; problem: string };

/** The number of events kept for viewing; older ones are only counted. */
const MAX_ENTRIES = 10_000;
const MAX_CHARACTERS = 16_000_000;
/** The number of delivery IDs remembered to recognize repeated deliveries. */
const MAX_IDS = 10_000;

/** The rate is the mean of this many seconds. */
const RATE_SECONDS = 10;

/** Returns the ID of the message that a status is about. */
function statusIdOf(entry: LogEntry): string | undefined {
  const event = eventOf(entry);
  return event?.event === 'message.status' ? event.data?.message?.id : undefined;
}

const secondOf = (milliseconds: number): number => Math.floor(milliseconds / 1_000);

/** Keeps the latest events and counts all that arrived. Notifies watchers of every change. */
export class EventLog {
  readonly entries: LogEntry[] = [];
  /** The same events, with the statuses of a message in one row, in the order of their first event. */
  readonly rows: LogRow[] = [];
  connection: ConnectionState = { state: 'connecting' };
  received = 0;
  refused = 0;
  /** The number of 2xx responses of addresses, including those to replays. */
  taken = 0;
  failed = 0;
  /** Events that happened while the connection was down; they are also counted as received. */
  missed = 0;
  /** The rows of messages by message ID. */
  readonly #messages = new Map<string, { number: number; entries: LogEntry[] }>();
  #characters = 0;
  /** The arrivals of the latest seconds that had any. */
  #perSecond: { second: number; count: number }[] = [];
  readonly #ids = new Set<string>();
  readonly #watchers = new Set<() => void>();

  add(arrival: Arrival): LogEntry {
    this.received += 1;
    const event = eventOf(arrival);
    this.refused += event ? 0 : 1;
    const entry: LogEntry = {
      ...arrival,
      number: this.received,
      at: new Date(),
      repeated: event?.id !== undefined && !this.#isNew(event.id),
      forwarded: [],
    };
    this.entries.push(entry);
    this.#addToRow(entry);
    this.#countSecond(secondOf(entry.at.getTime()));
    this.#characters += entry.rawBody.length;
    while (this.entries.length > MAX_ENTRIES || (this.#characters > MAX_CHARACTERS && this.entries.length > 1)) {
      this.#drop(this.entries.shift());
    }
    this.changed();
    return entry;
  }

  /** Returns the mean of the events per second in the last seconds. */
  rate(now: number): number {
    const since = secondOf(now) - RATE_SECONDS;
    const counts = this.#perSecond.filter(({ second }) => second > since).map(({ count }) => count);
    return counts.reduce((sum, count) => sum + count, 0) / RATE_SECONDS;
  }

  connect(connection: ConnectionState): void {
    this.connection = connection;
    this.changed();
  }

  /** Counts the response of an address to an event. */
  readonly answered = (one: Forwarded): void => {
    if (isTaken(one)) {
      this.taken += 1;
    } else {
      this.failed += 1;
    }
    this.changed();
  };

  /** Calls `watch` after each change, until the returned function is called. */
  watch(watch: () => void): () => void {
    this.#watchers.add(watch);
    return () => this.#watchers.delete(watch);
  }

  readonly changed = (): void => {
    for (const watch of this.#watchers) {
      watch();
    }
  };

  #addToRow(entry: LogEntry): void {
    const id = statusIdOf(entry);
    const row = id === undefined ? undefined : this.#messages.get(id);
    if (row) {
      row.entries.push(entry);
      return;
    }
    const added = { number: entry.number, entries: [entry] };
    this.rows.push(added);
    if (id !== undefined) {
      this.#messages.set(id, added);
    }
  }

  /** Forgets the oldest event. A row stays while it has a newer one. */
  #drop(entry: LogEntry | undefined): void {
    if (entry === undefined) {
      return;
    }
    this.#characters -= entry.rawBody.length;
    const id = statusIdOf(entry);
    const row = id === undefined ? undefined : this.#messages.get(id);
    row?.entries.shift();
    if (row === undefined || row.entries.length === 0) {
      const at = this.rows.findIndex(({ number }) => number === (row ?? entry).number);
      this.rows.splice(at, 1);
      this.#messages.delete(id ?? '');
    }
  }

  #countSecond(second: number): void {
    const last = this.#perSecond.at(-1);
    if (last?.second === second) {
      last.count += 1;
    } else {
      this.#perSecond = [...this.#perSecond.slice(1 - RATE_SECONDS), { second, count: 1 }];
    }
  }

  #isNew(id: string): boolean {
    if (this.#ids.has(id)) {
      return false;
    }
    this.#ids.add(id);
    if (this.#ids.size > MAX_IDS) {
      this.#ids.delete(this.#ids.values().next().value as string);
    }
    return true;
  }
}
