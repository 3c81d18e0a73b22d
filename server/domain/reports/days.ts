import { Temporal } from 'temporal-polyfill';
import { invalidField } from '../api-error.ts';

/** Functions for dates (`2026-05-04`) and for the start of days in the time zone of an account (day-borders). */

/** Returns the date of a time in a time zone. The time is in microseconds since the epoch. */
export const dayAt = (timeZone: string, at: number): string =>
  Temporal.Instant.fromEpochMilliseconds(Math.floor(at / 1000))
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString();

export const daysBefore = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).subtract({ days }).toString();

/** Returns the start of a day, in microseconds. If a clock change skips midnight, the day starts at one o'clock. */
const beginningOf = (day: Temporal.PlainDate, timeZone: string): number =>
  day.toZonedDateTime(timeZone).epochMilliseconds * 1000;

/**
 * Returns the time span from one day to another, both included, in microseconds since the epoch. Without a day, that
 * end has no limit.
 *
 * @throws {ApiError} VALIDATION_FAILED naming `from` if it is after `to`
 */
export function spanOfDays<From extends string | undefined, To extends string | undefined>(
  timeZone: string,
  from: From,
  to: To,
): { from: From extends string ? number : number | undefined; until: To extends string ? number : number | undefined };
export function spanOfDays(timeZone: string, from: string | undefined, to: string | undefined) {
  if (from !== undefined && to !== undefined && from > to) {
    throw invalidField('from', `must not be after to; it is ${from}, and to is ${to}`);
  }
  return {
    from: from === undefined ? undefined : beginningOf(Temporal.PlainDate.from(from), timeZone),
    until: to === undefined ? undefined : beginningOf(Temporal.PlainDate.from(to).add({ days: 1 }), timeZone),
  };
}
