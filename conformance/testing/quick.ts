import { CASES, CLAUSES } from '../index.ts';

/** Clauses that need neither clock changes nor a hundred records. */
export const QUICK: string[] = [...CLAUSES.values()]
  .filter(
    ({ id, unobservable }) =>
      !unobservable &&
      !/^8\/(page|media)-|^2\.1\/.*-(cursor|count|pagination|full-page|no-repeats)|-order-/.test(id) &&
      !CASES.some(({ phase, clauses }) => phase !== 'any' && clauses.includes(id)),
  )
  .map(({ id }) => id);
