import { Temporal } from 'temporal-polyfill';

/** Hours of the day in which nothing is sent; null when there are none. */
export interface QuietHours {
  quietStart: number | null;
  quietEnd: number | null;
}

/**
 * The first moment at `at` or later that is outside the quiet hours (§2.11, quiet-hours). They may cross midnight; equal hours
 * are none. Where the clocks leave out the hour of `quietEnd`, they end with the hour that comes instead.
 *
 * @param at microseconds since the epoch
 * @param timeZone of the account
 */
export function afterQuietHours(at: number, { quietStart, quietEnd }: QuietHours, timeZone: string): number {
  if (quietStart === null || quietEnd === null || quietStart === quietEnd) {
    return at;
  }
  const local = Temporal.Instant.fromEpochMilliseconds(Math.floor(at / 1000)).toZonedDateTimeISO(timeZone);
  const { hour } = local;
  const crossesMidnight = quietStart > quietEnd;
  const isQuiet = crossesMidnight ? hour >= quietStart || hour < quietEnd : hour >= quietStart && hour < quietEnd;
  if (!isQuiet) {
    return at;
  }
  const endsTomorrow = crossesMidnight && hour >= quietStart;
  const end = local.toPlainDate().add({ days: endsTomorrow ? 1 : 0 });
  return end.toZonedDateTime({ timeZone, plainTime: new Temporal.PlainTime(quietEnd) }).epochMilliseconds * 1000;
}
