import type { Arrival } from './entry.ts';
import type { EventLog } from './event-log.ts';

/** Where events go, and who hears how it is with their source. */
export interface Sink {
  log: EventLog;
  /** Takes one event; the source waits for it. */
  take: (arrival: Arrival) => Promise<void>;
  /** Tells a person on stderr; does nothing where a screen shows it. */
  say: (line: string) => void;
  stop: AbortSignal;
}

/** Gives events to the sink until it is told to stop. */
export type Source = (sink: Sink) => Promise<void>;
