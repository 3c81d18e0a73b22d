import { Untestable } from './verdict.ts';

/** At least as many digits as the largest integer that a double holds exactly. */
const MANY_DIGITS = /\d{16}/;

/** TypeScript's declaration lacks the argument with the source text. */
const parse = JSON.parse as (
  json: string,
  revive: (name: string, value: unknown, context: { source?: string }) => unknown,
) => unknown;

/** Returns the first integer in a JSON text that doubles cannot hold, as it is written. */
function largeIntegerIn(json: string): string | undefined {
  if (!MANY_DIGITS.test(json)) {
    return undefined;
  }
  let found: string | undefined;
  try {
    parse(json, (_name, value, { source }) => {
      if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
        found ??= source;
      }
      return value;
    });
  } catch {
    // It is not JSON.
  }
  return found;
}

/** @param source what returned the text, such as a method and a path. @throws {Untestable} if doubles cannot hold an integer in it */
export function requireSafeIntegers(json: string, source: string): void {
  const integer = largeIntegerIn(json);
  if (integer !== undefined) {
    throw new Untestable(
      `${source} returned the integer ${integer}. Like most JSON parsers, the suite reads integers beyond 2^53 - 1 as other numbers (RFC 8259, section 6)`,
    );
  }
}
