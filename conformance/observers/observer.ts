/**
 * A check of every exchange, in any case. Returns undefined if it does not apply, '' or [] if the exchange is correct.
 */
export interface Observer<Seen> {
  clause: string;
  faults: (seen: Seen) => string[] | undefined;
  /** What a correct exchange has in the place of the fault. @default the text of the clause */
  expected?: (seen: Seen) => unknown;
  /** What the exchange has. @default the whole exchange */
  got?: (seen: Seen) => unknown;
}

/** ISO 8601 with a UTC offset (§1). */
export const TIME_WITH_OFFSET = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d([.,]\d+)?)?(Z|[+-]\d\d(:?\d\d)?)$/;
