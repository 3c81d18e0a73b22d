import { createContext, useContext, useEffect, useState } from 'react';

/** The account's time zone. */
export const TimeZone = createContext<string | undefined>(undefined);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Times older than this are shown as a date. */
const RECENT = 6 * DAY;

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'narrow' });

const formatters = new Map<string, Intl.DateTimeFormat>();

const DEVICE_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns the account's time zone, or that of this device outside of an account. */
export const useZone = (): string => useContext(TimeZone) ?? DEVICE_ZONE;

/** Writes a time in a zone. Formatters are kept, because making one takes longer than using it. */
function write(at: Date, options: Intl.DateTimeFormatOptions, timeZone: string | undefined): string {
  const key = JSON.stringify([options, timeZone]);
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(undefined, { ...options, timeZone });
  formatters.set(key, formatter);
  return formatter.format(at);
}

function relativeTime(at: number, now: number): string | undefined {
  const ago = at - now;
  const size = Math.abs(ago);
  if (size > RECENT) {
    return undefined;
  }
  if (size < MINUTE) {
    return 'now';
  }
  const [unit, length] =
    size < HOUR ? (['minute', MINUTE] as const) : size < DAY ? (['hour', HOUR] as const) : (['day', DAY] as const);
  return relative.format(Math.trunc(ago / length), unit);
}

/** Renders again each minute, so that relative times stay right. */
function useMinute(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/**
 * A time, relative if it is recent. One that is more than an hour ahead has its day and hour. The exact one is in the
 * tooltip and for screen readers.
 */
export function Time({ at }: { at: string | number | Date }) {
  const timeZone = useZone();
  const now = useMinute();
  const date = new Date(at);
  const exact = write(date, { dateStyle: 'medium', timeStyle: 'medium' }, timeZone);
  const isAhead = date.getTime() - now >= HOUR;
  const shown = isAhead
    ? write(date, { dateStyle: 'medium', timeStyle: 'short' }, timeZone)
    : (relativeTime(date.getTime(), now) ?? write(date, { dateStyle: 'medium' }, timeZone));
  return (
    <time dateTime={date.toISOString()} title={exact} className="number">
      <span aria-hidden>{shown}</span>
      <span className="visually-hidden">{exact}</span>
    </time>
  );
}

/** The time of day, for lists that are grouped by day. */
export function ClockTime({ at }: { at: string | number | Date }) {
  const timeZone = useZone();
  const date = new Date(at);
  const exact = write(date, { dateStyle: 'medium', timeStyle: 'medium' }, timeZone);
  return (
    <time dateTime={date.toISOString()} title={exact} className="number">
      {write(date, { timeStyle: 'short' }, timeZone)}
    </time>
  );
}

/** Returns a day and time in full with its zone, such as `Monday, August 3, 2026 at 9:00 AM (Europe/Istanbul)`. */
export const fullTime = (at: string | number | Date, timeZone: string): string =>
  `${write(new Date(at), { dateStyle: 'full', timeStyle: 'short' }, timeZone)} (${timeZone})`;

/** Returns the clock of a zone at a time, as milliseconds of that clock since 1970. */
function clockOf(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(at);
  return Date.parse(`${parts.replace(' ', 'T')}Z`);
}

/** Returns a time for a field of the type `datetime-local`, to the minute. */
export const fieldOfTime = (at: number, timeZone: string): string =>
  new Date(clockOf(at, timeZone)).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);

/** Returns the time that a field of the type `datetime-local` means in a zone. */
export function timeOfField(value: string, timeZone: string): Date {
  const wanted = Date.parse(`${value}Z`);
  // The offset of the zone may change between the first guess and the time.
  const guess = wanted - (clockOf(wanted, timeZone) - wanted);
  return new Date(wanted - (clockOf(guess, timeZone) - guess));
}

/** The day of a time in the account's zone, such as `Monday, 3 August 2026`. */
export function dayOf(at: string, timeZone: string | undefined): string {
  return write(new Date(at), { dateStyle: 'full' }, timeZone);
}

/** Returns the last whole day before a time in a zone, such as `Aug 3, 2026`. */
export const lastDayOf = (end: string, timeZone: string | undefined): string =>
  write(new Date(Date.parse(end) - 1), { dateStyle: 'medium' }, timeZone);

/** A time in full, for sentences. */
export function ExactTime({ at }: { at: string }) {
  const timeZone = useZone();
  return <time dateTime={at}>{write(new Date(at), { dateStyle: 'medium', timeStyle: 'short' }, timeZone)}</time>;
}
