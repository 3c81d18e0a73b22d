/** What is watched in everything that comes, whatever a case is about. Undefined: not about this; '' or []: as it should be. */
export interface Observer<Seen> {
  clause: string;
  faults: (seen: Seen) => string[] | undefined;
}

/** ISO 8601 with a UTC offset (§1). */
export const TIME_WITH_OFFSET = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d([.,]\d+)?)?(Z|[+-]\d\d(:?\d\d)?)$/;
