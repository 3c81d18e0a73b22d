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

type Checks<Seen> = Omit<Observer<Seen>, 'clause'>;

/**
 * Returns the parts of an observer that checks one value.
 *
 * @param name of the value, for the message
 * @param read returns the value
 * @param expected states the condition
 * @param applies returns whether the observer applies to an exchange @default to all
 */
export const valueCheck = <Seen>(
  name: string,
  read: (seen: Seen) => unknown,
  fits: (value: unknown, seen: Seen) => boolean,
  expected: unknown | ((seen: Seen) => unknown),
  applies: (seen: Seen) => boolean = () => true,
): Checks<Seen> => ({
  faults: (seen) => {
    if (!applies(seen)) {
      return undefined;
    }
    const value = read(seen);
    return fits(value, seen) ? [] : [`${name} is ${value === undefined ? 'missing' : JSON.stringify(value)}`];
  },
  expected: (seen) => (typeof expected === 'function' ? expected(seen) : expected),
  got: (seen) => read(seen) ?? '(missing)',
});

/** ISO 8601 with a UTC offset (§1). */
export const TIME_WITH_OFFSET = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d([.,]\d+)?)?(Z|[+-]\d\d(:?\d\d)?)$/;
