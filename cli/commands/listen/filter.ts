import type { components } from '@wigwag/sdk';
import { channelOf } from '../../output/event-line.ts';
import { type Arrival, eventOf, wordsOf } from './entry.ts';

type Schemas = components['schemas'];

/** Which events are wanted, by what they are. */
export interface Kinds {
  events?: Schemas['EventName'][];
  channel?: Schemas['Channel'];
}

/** Says of an event whether it is wanted. */
type Filter = (entry: Pick<Arrival, 'result'>) => boolean;

/**
 * Reads a filter: words that all must hold. `field=value` compares a field of the event, dotted from its envelope or from what it
 * tells of, as `status=failed` or `from.name=Ada`; any other word stands somewhere in the line.
 */
export function filterOf(text: string): Filter {
  const tests = text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(testOf);
  return (entry) => tests.every((test) => test(entry));
}

function testOf(word: string): Filter {
  const [, path, wanted] = /^([a-z_]+(?:\.[a-z_]+)*)=(.+)$/.exec(word) ?? [];
  if (path === undefined) {
    const small = word.toLowerCase();
    return (entry) => `${eventOf(entry)?.id} ${wordsOf(entry)}`.toLowerCase().includes(small);
  }
  return (entry) => {
    const event = eventOf(entry) as Fields | undefined;
    const data = event?.data as Fields | undefined;
    return [event, data, data?.message, data?.template].some((root) => String(at(root, path)) === wanted);
  };
}

/**
 * The same choice as the server's tail makes. What is refused is shown all the same: nothing
 * in it is proved, and whoever asks for a receiver wants to know.
 */
export const filterOfKinds =
  ({ events, channel }: Kinds): Filter =>
  (entry) => {
    const event = eventOf(entry);
    if (event === undefined) {
      return true;
    }
    return (
      (events === undefined || events.includes(event.event)) && (channel === undefined || channelOf(event) === channel)
    );
  };

type Fields = Record<string, unknown>;

const at = (root: unknown, path: string): unknown =>
  path.split('.').reduce((value, key) => (value as Fields | null | undefined)?.[key], root);
