import { isDeepStrictEqual } from 'node:util';
import type { ApiResponse } from './answer.ts';
import { CaseFailure } from './verdict.ts';

/** @throws {CaseFailure} unless both values are deeply equal */
export function equal(got: unknown, expected: unknown, what = 'the value', answer?: ApiResponse): void {
  if (!isDeepStrictEqual(got, expected)) {
    throw new CaseFailure(`${what}: unexpected value`, { expected, got, exchange: answer });
  }
}

/** @throws {CaseFailure} unless the value is a string of this form */
export function matches(got: unknown, form: RegExp, what = 'the text'): void {
  if (typeof got !== 'string' || !form.test(got)) {
    throw new CaseFailure(`${what}: unexpected format`, { expected: String(form), got });
  }
}

/** @throws {CaseFailure} unless the value is one of these */
export function oneOf(got: unknown, allowed: readonly unknown[], what = 'the value'): void {
  if (!allowed.some((one) => isDeepStrictEqual(one, got))) {
    throw new CaseFailure(`${what}: value not allowed`, { expected: allowed, got });
  }
}

/**
 * @param what states the condition, such as "the two IDs differ"
 * @param got what the condition was computed from, such as the two IDs
 * @throws {CaseFailure} unless the condition holds
 */
export function expectThat(holds: unknown, what: string, got: unknown): asserts holds {
  if (!holds) {
    throw new CaseFailure(`not true: ${what}`, { expected: what, got });
  }
}

/** How long two calls in a row may take on a busy machine, for a target whose clock also runs between moves. */
export const BUSY_SECONDS = 30;

/** @throws {CaseFailure} unless the time is within `seconds` of the expected time. @default 1 s */
export function near(got: unknown, expected: Date, what = 'the time', seconds = 1): void {
  const at = typeof got === 'string' ? Date.parse(got) : Number.NaN;
  if (!(Math.abs(at - expected.getTime()) <= seconds * 1000)) {
    throw new CaseFailure(`${what}: not within ${seconds} s of the expected time`, {
      // The expected time is often computed from another field of the response, which may also be missing.
      expected: Number.isNaN(expected.getTime()) ? 'a time derived from other fields' : expected.toISOString(),
      got,
    });
  }
}
