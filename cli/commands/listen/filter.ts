import type { components } from '@wigwag/sdk';
import { channelOf } from '../../output/event-line.ts';
import { type Arrival, eventOf, wordsOf } from './entry.ts';

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
  const tests = text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(testOf);
  return (entry) => tests.every((test) => test(entry));
}

function testOf(word: string): EntryFilter {
  const [, path, wanted] = /^([a-z_]+(?:\.[a-z_]+)*)=(.+)$/.exec(word) ?? [];
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
