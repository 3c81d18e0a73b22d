/** Returns Retry-After in seconds. It is a number or a date; anything else, or a date in the past, is ignored. */
export function retryAfterIn(headers: Headers): number | undefined {
  const header = headers.get('retry-after') ?? '';
  return Math.max(0, Number(header) || (Date.parse(header) - Date.now()) / 1_000) || undefined;
}
