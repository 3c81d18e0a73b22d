import { isDeepStrictEqual } from 'node:util';
import type { Answer } from './answer.ts';
import { Failure } from './verdict.ts';

/** @throws {Failure} unless both values are deeply equal */
export function equal(got: unknown, expected: unknown, what = 'the value', answer?: Answer): void {
  if (!isDeepStrictEqual(got, expected)) {
    throw new Failure(`${what}: unexpected value`, { expected, got, exchange: answer });
  }
}

/** @throws {Failure} unless the value is a string of this form */
export function matches(got: unknown, form: RegExp, what = 'the text'): void {
  if (typeof got !== 'string' || !form.test(got)) {
    throw new Failure(`${what}: unexpected format`, { expected: String(form), got });
  }
}

/** @throws {Failure} unless the value is one of these */
export function oneOf(got: unknown, allowed: readonly unknown[], what = 'the value'): void {
  if (!allowed.some((one) => isDeepStrictEqual(one, got))) {
    throw new Failure(`${what}: value not allowed`, { expected: allowed, got });
  }
}

/** @throws {Failure} unless the condition holds. `what` states the condition, such as "the two IDs differ". */
export function that(holds: unknown, what: string, got?: unknown): asserts holds {
  if (!holds) {
    throw new Failure(`not true: ${what}`, { got });
  }
}

/** @throws {Failure} unless the time is within `seconds` of the expected time. @default 1 s */
export function near(got: unknown, expected: Date, what = 'the time', seconds = 1): void {
  const at = typeof got === 'string' ? Date.parse(got) : Number.NaN;
  if (!(Math.abs(at - expected.getTime()) <= seconds * 1000)) {
    throw new Failure(`${what}: not within ${seconds} s of the expected time`, {
      // The expected time is often computed from another field of the response, which may also be missing.
      expected: Number.isNaN(expected.getTime()) ? 'a time derived from other fields' : expected.toISOString(),
      got,
    });
  }
}
