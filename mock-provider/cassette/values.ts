import type { Json } from '../world/state.ts';

/** Returns the values of a query or form; a repeated name has a list. */
export function valuesOf(parameters: URLSearchParams): Json {
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const all = parameters.getAll(name);
      return [name, all.length === 1 ? all[0] : all];
    }),
  );
}

/** Returns the object or list that a string contains as JSON, as in forms and some headers. */
export function jsonIn(value: string): unknown {
  if (!/^\s*[[{]/.test(value)) {
    return undefined;
  }
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
