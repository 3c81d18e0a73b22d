import { Temporal } from 'temporal-polyfill';

/** Times are stored as microseconds since the epoch. A double holds these integers exactly until the year 2255. */
export const MICROSECONDS = {
  second: 1_000_000,
  minute: 60_000_000,
  hour: 3_600_000_000,
  day: 86_400_000_000,
} as const;

/** Returns a time as ISO 8601 with a UTC offset (§1), to the microsecond, so that a timestamp can serve as a cursor. */
export function isoOf(microseconds: number): string {
  const milliseconds = Math.floor(microseconds / 1000);
  const rest = String(microseconds - milliseconds * 1000).padStart(3, '0');
  return new Date(milliseconds).toISOString().replace('Z', `${rest}+00:00`);
}

/**
 * Parses an ISO 8601 time with any UTC offset and returns microseconds since the epoch; undefined if the text is not a
 * time.
 */
export function microsecondsOf(iso: string): number | undefined {
  try {
    return Number(Temporal.Instant.from(iso).epochNanoseconds / 1000n);
  } catch {
    return undefined;
  }
}
