import { isoOf, MICROSECONDS } from '../../base/time.ts';
import { numberAt } from './values.ts';

/** The longest event and the longest detail of a report, in characters. */
export const LONGEST_EVENT = 100;
const LONGEST_DETAIL = 500;
/** The deepest values of a report that are shown. */
const DEEPEST = 4;
/** Times of WhatsApp are in seconds, those of the other products in milliseconds. Both have this many at least. */
const LEAST_MILLISECONDS = 100_000_000_000;
const SECONDS = /^\d{10}$/;
/** Fields that say nothing about the report, or name a person. */
const HIDDEN: ReadonlySet<string> = new Set(['display_phone_number', 'phone_number', 'requester', 'messaging_product']);

/** Returns the start of a text. */
export const bounded = (text: string, longest: number): string =>
  text.length > longest ? text.slice(0, longest).toWellFormed() : text;

/** Returns the fields of a report as a text, such as `current_limit TIER_1K`, without its event; null if there are none. */
export function detailOf(value: unknown, event: string | null): string | null {
  const pairs = pairsOf(value, '').filter((pair) => pair.value !== event);
  const text = pairs.map(({ name, value }) => `${name} ${value}`).join(', ');
  return text === '' ? null : bounded(text, LONGEST_DETAIL);
}

function pairsOf(value: unknown, name: string, depth = 0): { name: string; value: string }[] {
  if (value === null || value === undefined || depth > DEEPEST) {
    return [];
  }
  if (typeof value !== 'object') {
    const text = String(value);
    const isTime = name === 'expiration' && SECONDS.test(text);
    return [{ name, value: isTime ? isoOf(Number(text) * MICROSECONDS.second) : text }];
  }
  return Array.isArray(value)
    ? value.flatMap((one) => pairsOf(one, name, depth + 1))
    : Object.entries(value).flatMap(([own, one]) => (HIDDEN.has(own) ? [] : pairsOf(one, own, depth + 1)));
}

/** Returns the time of an entry or an event, in microseconds; undefined if it is not one. */
export function reportTime(time: unknown): number | undefined {
  const number = numberAt(time) ?? 0;
  const microseconds = number * (number < LEAST_MILLISECONDS ? MICROSECONDS.second : 1000);
  return Number.isSafeInteger(microseconds) && microseconds > 0 ? microseconds : undefined;
}
