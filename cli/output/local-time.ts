const two = (number: number): string => String(number).padStart(2, '0');

/** Returns the day of a time in the local zone (or that of `TZ`), such as 2026-11-21. */
export const localDay = (time: Date): string =>
  `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;

/** Returns the time of day in that zone, such as 18:00:00. */
export const localTime = (time: Date): string =>
  `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;

/** Returns the UTC offset of that zone at a time, such as +03:00. */
function offsetAt(time: Date): string {
  const minutes = -time.getTimezoneOffset();
  const whole = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(whole / 60))}:${two(whole % 60)}`;
}

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Returns a time of the API in that zone, with its offset: 2026-11-21T18:00:00.123456+03:00. Returns any other text
 * unchanged.
 */
export function localIso(text: string, { fraction = true }: { fraction?: boolean } = {}): string {
  const [whole, rest = ''] = ISO.exec(text) ?? [];
  const time = new Date(text);
  return whole === undefined || Number.isNaN(time.getTime())
    ? text
    : `${localDay(time)}T${localTime(time)}${fraction ? rest : ''}${offsetAt(time)}`;
}

/** Units of a relative time with their lengths in seconds, longest first. */
const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const;

/** Times that are further away are shown as a day. */
const FURTHEST_SECONDS = 7 * 86_400;

/**
 * Returns a time of the API relative to now, such as `5 min ago` or `in 2 h`, or the local day if it is more than a week
 * away. Returns any other text unchanged.
 */
export function relativeTime(text: string, now = Date.now()): string {
  if (!ISO.test(text)) {
    return text;
  }
  const time = new Date(text);
  const seconds = Math.round((now - time.getTime()) / 1000);
  const distance = Math.abs(seconds);
  if (!(distance < FURTHEST_SECONDS)) {
    return Number.isNaN(distance) ? text : localDay(time);
  }
  const [unit, length] = UNITS.find(([, least]) => distance >= least) ?? ['s', 1];
  const amount = `${Math.floor(distance / length)} ${unit}`;
  return seconds < 0 ? `in ${amount}` : `${amount} ago`;
}
