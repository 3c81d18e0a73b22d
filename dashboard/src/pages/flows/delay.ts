const HOUR = 60;

/** Returns a delay such as `2h30m` in minutes; undefined if it is not one. */
export function minutesOf(delay: string): number | undefined {
  const [found, hours, minutes] = /^(?:(\d{1,2})h)?(?:(\d{1,4})m?)?$/.exec(delay.trim()) ?? [];
  return found ? Number(hours ?? 0) * HOUR + Number(minutes ?? 0) : undefined;
}

/** Returns what is wrong with a delay; undefined if nothing is. */
export function problemOfDelay(delay: string): string | undefined {
  const minutes = minutesOf(delay);
  if (minutes === undefined) {
    return 'Write a delay such as 0, 30m or 2h30m.';
  }
  return minutes > 24 * HOUR
    ? 'Write at most 24h: Meta allows free text only within 24 hours after the press.'
    : undefined;
}

/** Returns minutes in words, such as `2 h 30 min after the press`. */
export function delayText(minutes: number): string {
  if (minutes === 0) {
    return 'Right after the press';
  }
  const hours = Math.floor(minutes / HOUR);
  const rest = minutes % HOUR;
  return `${[hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')} after the press`;
}

/** Returns a delay for a new last step: an hour after the one before. */
export function nextDelay(last: string | undefined): string {
  if (last === undefined) {
    return '0';
  }
  const minutes = Math.min(24 * HOUR, (minutesOf(last) ?? 0) + HOUR);
  return minutes % HOUR === 0 ? `${minutes / HOUR}h` : `${Math.floor(minutes / HOUR)}h${minutes % HOUR}m`;
}
