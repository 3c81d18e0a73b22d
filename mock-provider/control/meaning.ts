import { isObject } from '../graph/parameters.ts';

/** Returns what an invalid value must be, as the end of a sentence like "a fault's times must be ...". */
export type Meaning = (value: unknown) => string | undefined;

export const text: Meaning = (value) => (typeof value === 'string' ? undefined : 'text');
export const object: Meaning = (value) => (isObject(value) ? undefined : 'an object');
export const flag: Meaning = (value) => (typeof value === 'boolean' ? undefined : 'true or false');

export const oneOf =
  (words: readonly unknown[]): Meaning =>
  (value) =>
    words.includes(value) ? undefined : `one of ${words.join(', ')}`;

export const wholeNumberFrom =
  (least: number): Meaning =>
  (value) =>
    Number.isInteger(value) && Number(value) >= least ? undefined : `a whole number of at least ${least}`;

export const numberAbove =
  (bound: number): Meaning =>
  (value) =>
    Number.isFinite(value) && Number(value) > bound ? undefined : `a number above ${bound}`;

export const orNull =
  (meaning: Meaning): Meaning =>
  (value) => {
    const expected = value === null ? undefined : meaning(value);
    return expected && `${expected}, or null`;
  };

export const listOf =
  (each: Meaning, words: string): Meaning =>
  (value) =>
    Array.isArray(value) && value.every((one) => each(one) === undefined) ? undefined : `a list of ${words}`;

export const shape =
  (fields: Record<string, Meaning>, needed: readonly string[] = []): Meaning =>
  (value) =>
    isObject(value) && faultIn('it', fields, value, needed) === undefined
      ? undefined
      : `an object with ${Object.keys(fields).join(', ')}`;

/** Returns what is wrong with the fields of `given`. A missing field is a fault only if `needed` lists it. */
function faultIn(
  what: string,
  fields: Record<string, Meaning>,
  given: object,
  needed: readonly string[],
  open = false,
): string | undefined {
  const unknown = Object.keys(given).find((name) => !open && !Object.hasOwn(fields, name));
  if (unknown !== undefined) {
    return `${what} has no ${unknown}, only ${Object.keys(fields).join(', ')}`;
  }
  for (const [name, meaning] of Object.entries(fields)) {
    const value = (given as Record<string, unknown>)[name];
    const expected = value === undefined && !needed.includes(name) ? undefined : meaning(value);
    if (expected !== undefined) {
      return `${what}'s ${name} must be ${expected}`;
    }
  }
  return undefined;
}

/** Checks external input, field by field. @throws with a message that starts with `what` */
export function validateFields(
  what: string,
  given: object,
  { fields, needed = [], open }: { fields: Record<string, Meaning>; needed?: readonly string[]; open?: boolean },
): void {
  const fault = faultIn(what, fields, given, needed, open);
  if (fault !== undefined) {
    throw new Error(fault);
  }
}
