/** The ranges that a person can choose, in days up to today. */
export const PRESETS = [
  { value: '7', text: 'Last 7 days' },
  { value: '30', text: 'Last 30 days' },
  { value: '90', text: 'Last 90 days' },
  { value: 'custom', text: 'Other days' },
] as const;

export type Preset = (typeof PRESETS)[number]['value'];

/** The part of the address that names the range. */
export interface RangeSearch {
  days?: number;
  from?: string;
  to?: string;
}

/** A first and a last day, such as `2026-05-04`. */
export interface DayRange {
  from: string;
  to: string;
}

const DAY = 86_400_000;
const DEFAULT_DAYS = 30;

/** Returns today's date in a time zone; without one, in that of the browser. */
export const today = (timeZone: string | undefined): string =>
  // The Swedish form of a date is the ISO form.
  new Date().toLocaleDateString('sv-SE', { timeZone });

/** Returns the day so many days before another one. */
export const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY).toISOString().slice(0, 10);

export function rangeOf({ days, from, to }: RangeSearch, timeZone: string | undefined): DayRange {
  const now = today(timeZone);
  return from !== undefined && to !== undefined
    ? { from, to }
    : { from: daysBefore(now, (days ?? DEFAULT_DAYS) - 1), to: now };
}

export const presetOf = ({ days, from }: RangeSearch): Preset =>
  from !== undefined ? 'custom' : (PRESETS.find(({ value }) => value === String(days))?.value ?? '30');

/** Returns a day as people write it, such as `4 May`. */
export const dayText = (day: string): string =>
  new Date(day).toLocaleDateString(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
