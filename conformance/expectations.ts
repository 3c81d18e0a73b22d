import { isDeepStrictEqual } from 'node:util';
import type { Answer } from './answer.ts';
import { Failure } from './verdict.ts';

/** @throws {Failure} unless both are the same, deeply */
export function equal(got: unknown, expected: unknown, what = 'the value', answer?: Answer): void {
  if (!isDeepStrictEqual(got, expected)) {
    throw new Failure(`${what} is not what it should be`, { expected, got, exchange: answer });
  }
}

/** @throws {Failure} unless it is a text of this form */
export function matches(got: unknown, form: RegExp, what = 'the text'): void {
  if (typeof got !== 'string' || !form.test(got)) {
    throw new Failure(`${what} has another form`, { expected: String(form), got });
  }
}

/** @throws {Failure} unless it is one of these */
export function oneOf(got: unknown, allowed: readonly unknown[], what = 'the value'): void {
  if (!allowed.some((one) => isDeepStrictEqual(one, got))) {
    throw new Failure(`${what} is none of those allowed`, { expected: allowed, got });
  }
}

/** @throws {Failure} unless it holds; the text completes "it should be so that ..." */
export function that(holds: unknown, what: string, got?: unknown): asserts holds {
  if (!holds) {
    throw new Failure(`it does not hold that ${what}`, { expected: what, got });
  }
}

/** @throws {Failure} unless the time is within a second of the other, or as near as told */
export function near(got: unknown, expected: Date, what = 'the time', seconds = 1): void {
  const at = typeof got === 'string' ? Date.parse(got) : Number.NaN;
  if (!(Math.abs(at - expected.getTime()) <= seconds * 1000)) {
    throw new Failure(`${what} is not within ${seconds} s of what it should be`, {
      // What it should be is often reckoned from another field of the answer, which may be missing as well.
      expected: Number.isNaN(expected.getTime()) ? 'a time that follows from the other fields' : expected.toISOString(),
      got,
    });
  }
}
