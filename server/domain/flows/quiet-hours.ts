import { Temporal } from 'temporal-polyfill';

/** The hours of the day in which nothing is sent; null if there are none. */
interface QuietHours {
  quietStart: number | null;
  quietEnd: number | null;
}

/**
 * Returns the first moment at or after `at` that is outside the quiet hours (§2.11, quiet-hours). Quiet hours may cross
 * midnight; equal hours mean that there are none. If a clock change skips `quietEnd`, they end at the moment to which
 * the clock jumps.
 *
 * @param at microseconds since the epoch
 * @param timeZone of the account
 */
export function afterQuietHours(at: number, quiet: QuietHours, timeZone: string): number {
  const end = endOfQuiet(at, quiet, timeZone);
  // After the clock moves forward, the moment that replaces `quietEnd` may be in quiet hours again.
  return end === at ? at : Math.max(at, end, endOfQuiet(end, quiet, timeZone));
}

const microsecondsOf = ({ epochMilliseconds }: Temporal.ZonedDateTime): number => epochMilliseconds * 1000;

function endOfQuiet(at: number, { quietStart, quietEnd }: QuietHours, timeZone: string): number {
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
  const wallTime = end.toPlainDateTime(new Temporal.PlainTime(quietEnd));
  const first = wallTime.toZonedDateTime(timeZone);
  const isLeftOut = !first.toPlainDateTime().equals(wallTime);
  const ends = microsecondsOf((isLeftOut && first.getTimeZoneTransition('previous')) || first);
  // If an hour occurs twice, its first occurrence may already have passed.
  return ends >= at ? ends : microsecondsOf(wallTime.toZonedDateTime(timeZone, { disambiguation: 'later' }));
}
