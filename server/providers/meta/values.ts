import { objectsOf } from '../callback.ts';

/*
 * Readers for the values of callbacks. Their types are not guaranteed: a value of another type than expected counts as
 * missing, so that the rest of the item can still be read.
 */

/** An object of a callback. */
export type Json = { readonly [name: string]: unknown };

/** Returns the value at a path of field names; undefined if there is none. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  let found = value;
  for (const name of path) {
    found = isJson(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  }
  return found;
}

/** Returns a text that is not empty, or a number as a text; null for any other value. */
export function textAt(value: unknown, ...path: readonly string[]): string | null {
  const found = valueAt(value, ...path);
  if (typeof found === 'number') {
    return String(found);
  }
  return typeof found === 'string' && found !== '' ? found : null;
}

/** Returns a number, also from a text such as "10.5"; null for any other value. */
export function numberAt(value: unknown, ...path: readonly string[]): number | null {
  const text = textAt(value, ...path);
  const number = text === null || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : null;
}

/** Returns true or false; null for any other value. */
export function booleanAt(value: unknown, ...path: readonly string[]): boolean | null {
  const found = valueAt(value, ...path);
  return typeof found === 'boolean' ? found : null;
}

/** Returns an object; undefined for any other value. */
export function objectAt(value: unknown, ...path: readonly string[]): Json | undefined {
  const found = valueAt(value, ...path);
  return isJson(found) ? found : undefined;
}

/** Returns the objects in a list; an empty array for any other value. */
export function objectsAt(value: unknown, ...path: readonly string[]): Json[] {
  return objectsOf<Json>(valueAt(value, ...path));
}

/** Returns whether any of these values is there. */
export const isAnyThere = (...values: readonly unknown[]): boolean =>
  values.some((value) => value !== null && value !== undefined);

const isJson = (value: unknown): value is Json => value !== null && typeof value === 'object' && !Array.isArray(value);
