import type { components } from '@wigwag/sdk';
import { channelOf } from '../../output/event-line.ts';
import { type Arrival, eventOf, type LogEntry, type LogRow, latestOf, wordsOf } from './entry.ts';

type Schemas = components['schemas'];

/** Which kinds of events to show. */
export interface EventKinds {
  events?: Schemas['EventName'][];
  channel?: Schemas['Channel'];
}

/** Returns whether to show an event. */
type EntryFilter = (entry: Pick<Arrival, 'result'>) => boolean;

/**
 * Parses a filter. An event must match all its words. `field=value` compares a dotted field of the envelope or of the
 * event's object, such as `status=failed` or `from.name=Ada`. Any other word must appear in the line.
 */
export function filterOf(text: string): EntryFilter {
  const tests = wordsIn(text).map(testOf);
  return (entry) => tests.every((test) => test(entry));
}

const wordsIn = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/**
 * Parses the filter of a list. A field is that of a message's newest status. Any other word may be in the line of any of
 * its events.
 */
export function rowFilterOf(text: string): (row: LogRow) => boolean {
  const tests = wordsIn(text).map((word): ((row: LogRow) => boolean) => {
    if (FIELD.test(word)) {
      const test = testOf(word);
      return (row) => test(latestOf(row));
    }
    const small = word.toLowerCase();
    return ({ entries }) => entries.some((one) => lineIn(one).includes(small));
  });
  return (row) => tests.every((test) => test(row));
}

/** The searched text of each event, because a filter reads thousands of events for each frame. */
const lines = new WeakMap<LogEntry, string>();

function lineIn(entry: LogEntry): string {
  let line = lines.get(entry);
  if (line === undefined) {
    line = `${eventOf(entry)?.id} ${wordsOf(entry)}`.toLowerCase();
    lines.set(entry, line);
  }
  return line;
}

const FIELD = /^([a-z_]+(?:\.[a-z_]+)*)=(.+)$/;

function testOf(word: string): EntryFilter {
  const [, path, wanted] = FIELD.exec(word) ?? [];
  if (path === undefined) {
    const small = word.toLowerCase();
    return (entry) => `${eventOf(entry)?.id} ${wordsOf(entry)}`.toLowerCase().includes(small);
  }
  return (entry) => {
    const event = eventOf(entry) as EventFields | undefined;
    const data = event?.data as EventFields | undefined;
    return [event, data, data?.message, data?.template].some((root) => String(at(root, path)) === wanted);
  };
}

/**
 * Selects the same events as the server's event stream. Refused deliveries are always shown: their kind is not proven,
 * and a user who runs a receiver wants to see them.
 */
export const filterOfKinds =
  ({ events, channel }: EventKinds): EntryFilter =>
  (entry) => {
    const event = eventOf(entry);
    if (event === undefined) {
      return true;
    }
    return (
      (events === undefined || events.includes(event.event)) && (channel === undefined || channelOf(event) === channel)
    );
  };

type EventFields = Record<string, unknown>;

const at = (root: unknown, path: string): unknown =>
  path.split('.').reduce((value, key) => (value as EventFields | null | undefined)?.[key], root);
