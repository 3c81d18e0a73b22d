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
