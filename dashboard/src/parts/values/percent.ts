/** Returns a part as a percentage; 0 if the whole is 0. */
export const percentOf = (part: number, whole: number): number => (whole === 0 ? 0 : (100 * part) / whole);

/** Writes a percentage with one decimal. @param value null if there is nothing of which it would be a part */
export const writePercent = (value: number | null): string =>
  value === null ? '–' : `${value.toLocaleString(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} %`;

/** Writes a part as a percentage, or a dash if the whole is 0. */
export const writeShare = (part: number, whole: number): string =>
  writePercent(whole === 0 ? null : percentOf(part, whole));
