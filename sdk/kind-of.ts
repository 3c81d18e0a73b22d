/**
 * Returns the type of a value, such as `string`, or the kind of an object. Objects of another window, worker or `vm` context
 * have the same kind, but are no `instanceof` of this one's classes.
 */
export const kindOf = (value: unknown): string =>
  typeof value === 'object' && value ? {}.toString.call(value).slice(8, -1) : value === null ? 'null' : typeof value;
