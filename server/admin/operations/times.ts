import { isoOf, microsecondsOf } from '../../base/time.ts';
import { invalidField } from '../admin-error.ts';

/** Returns the time of a field in microseconds. @throws {AdminError} for a text that is not a time */
export function timeOf(field: string, text: string): number {
  const time = microsecondsOf(text);
  if (time === undefined) {
    throw invalidField(field, `must be a time with its UTC offset, such as 2026-05-04T12:00:00Z; it is "${text}"`);
  }
  return time;
}

/** Returns a time as text; null stays null. */
export const isoOrNull = (time: number | null): string | null => (time === null ? null : isoOf(time));
