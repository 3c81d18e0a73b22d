/** Returns a whole number of seconds as text: `30 s`, `5 min`, `2 h`. */
export function durationOf(seconds: number): string {
  if (seconds % 3600 === 0) {
    return `${seconds / 3600} h`;
  }
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

/** Returns a list as a phrase: `30 s, 2 min and 5 min`. */
export const listOf = (parts: readonly string[]): string => new Intl.ListFormat('en-GB').format(parts);
