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

/** A time, relative if it is recent. The exact one is in the tooltip and for screen readers. */
export function Time({ at }: { at: string | number | Date }) {
  const timeZone = useContext(TimeZone);
  const now = useMinute();
  const date = new Date(at);
  const exact = write(date, { dateStyle: 'medium', timeStyle: 'medium' }, timeZone);
  const shown = relativeTime(date.getTime(), now) ?? write(date, { dateStyle: 'medium' }, timeZone);
  return (
    <time dateTime={date.toISOString()} title={exact} className="number">
      <span aria-hidden>{shown}</span>
      <span className="visually-hidden">{exact}</span>
    </time>
  );
}

/** The time of day, for lists that are grouped by day. */
export function ClockTime({ at }: { at: string | number | Date }) {
  const timeZone = useContext(TimeZone);
  const date = new Date(at);
  const exact = write(date, { dateStyle: 'medium', timeStyle: 'medium' }, timeZone);
  return (
    <time dateTime={date.toISOString()} title={exact} className="number">
      {write(date, { timeStyle: 'short' }, timeZone)}
    </time>
  );
}

/** The day of a time in the account's zone, such as `Monday, 3 August 2026`. */
export function dayOf(at: string, timeZone: string | undefined): string {
  return write(new Date(at), { dateStyle: 'full' }, timeZone);
}

/** Returns a time as fields for a local time show it in a zone, to the minute, such as `2026-08-03T14:05`. */
export const localTimeIn = (at: number, timeZone: string | undefined): string =>
  // Swedish times are written as in ISO 8601.
  new Date(at).toLocaleString('sv-SE', { timeZone }).slice(0, 16).replace(' ', 'T');

/** Returns the time that a field for a local time of a zone contains. */
export function timeOfLocal(local: string, timeZone: string | undefined): Date {
  const wanted = Date.parse(`${local}Z`);
  let at = wanted;
  // The second round is for times near a change of the clocks.
  for (let round = 0; round < 2; round++) {
    at += wanted - Date.parse(`${localTimeIn(at, timeZone)}Z`);
  }
  return new Date(at);
}

/** Returns the last whole day before a time in a zone, such as `Aug 3, 2026`. */
export const lastDayOf = (end: string, timeZone: string | undefined): string =>
  write(new Date(Date.parse(end) - 1), { dateStyle: 'medium' }, timeZone);

/** A time in full, for sentences. */
export function ExactTime({ at }: { at: string }) {
  const timeZone = useContext(TimeZone);
  return <time dateTime={at}>{write(new Date(at), { dateStyle: 'medium', timeStyle: 'short' }, timeZone)}</time>;
}
