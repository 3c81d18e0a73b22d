import type { Arrival } from './entry.ts';
import type { EventLog } from './event-log.ts';

/** Receives the events and the state of their source. */
export interface Sink {
  log: EventLog;
  /** Takes one event; the source waits until it resolves. */
  take: (arrival: Arrival) => Promise<void>;
  /** Prints a line on stderr, or does nothing if a screen shows the state. */
  say: (line: string) => void;
  stop: AbortSignal;
}

/** Sends events to the sink until a signal stops it. */
export type EventSource = (sink: Sink) => Promise<void>;
