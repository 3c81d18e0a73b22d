import { Temporal } from 'temporal-polyfill';

/** Hours of the day in which nothing is sent; null if there are none. */
interface QuietHours {
  quietStart: number | null;
  quietEnd: number | null;
}

/**
 * Returns the first moment from `at` that is outside the quiet hours (§2.11, quiet-hours). They may cross midnight;
 * equal hours mean none. If a clock change skips `quietEnd`, they end at the moment that the clock shows instead.
 *
 * @param at microseconds since the epoch
 * @param timeZone of the account
 */
export function afterQuietHours(at: number, quiet: QuietHours, timeZone: string): number {
  const end = endOfQuiet(at, quiet, timeZone);
  // After a clock change forward, the moment in place of `quietEnd` may be quiet again.
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
  // In an hour that occurs twice, the first occurrence may already have passed.
  return ends >= at ? ends : microsecondsOf(wallTime.toZonedDateTime(timeZone, { disambiguation: 'later' }));
}
