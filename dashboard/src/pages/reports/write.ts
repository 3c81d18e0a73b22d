/** Returns a part as a percentage; 0 if the whole is 0. */
export const percentOf = (part: number, whole: number): number => (whole === 0 ? 0 : (100 * part) / whole);

/** @param value null if there is nothing of which it would be a part */
export const writePercent = (value: number | null): string =>
  value === null ? '–' : `${value.toLocaleString(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} %`;

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Returns seconds as `45 s`, `12 min` or `3.5 h`. */
export function writeDuration(seconds: number): string {
  if (seconds < MINUTE) {
    return `${Math.round(seconds)} s`;
  }
  if (seconds < HOUR) {
    return `${Math.round(seconds / MINUTE)} min`;
  }
  return `${(seconds / HOUR).toLocaleString(undefined, { maximumFractionDigits: 1 })} h`;
}

/** Returns a category of a price in words, such as `Marketing`. */
export const categoryText = (category: string): string =>
  (category.charAt(0).toUpperCase() + category.slice(1)).replaceAll('_', ' ');
