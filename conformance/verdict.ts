import type { Exchange } from './exchange.ts';
import { printable } from './report/markup.ts';

/**
 * `pass` and `fail` are about the target. `warn` is a violated should. `untestable` means that the target lacks
 * something that the case needs. `error` is a fault of the suite or of the control protocol, or a
 * response that took too long. `known` is an expected
 * failure.
 */
export type Verdict = 'pass' | 'fail' | 'warn' | 'untestable' | 'error' | 'known';

/** The target violates a clause. */
export class CaseFailure extends Error {
  override name = 'Failure';
  readonly expected: unknown;
  readonly got: unknown;
  readonly exchange: Exchange | undefined;

  constructor(
    message: string,
    { expected, got, exchange }: { expected?: unknown; got?: unknown; exchange?: Exchange } = {},
  ) {
    super(message);
    this.expected = expected ?? message;
    // JSON has no undefined, and a report must not leave out what the case got.
    this.got = got === undefined ? '(missing)' : got;
    this.exchange = exchange;
  }
}

/**
 * The connection broke before a response. On a busy machine, the target may have closed it as idle at the moment of the
 * request, so the case runs again.
 */
export class BrokenConnection extends CaseFailure {}

/** The target does not offer what a case needs. The message names it. */
export class Untestable extends Error {
  override name = 'Untestable';
}

/**
 * Something took too long. On a busy machine this says nothing about the target, so the case has the verdict `error`.
 */
export class TooSlow extends Error {
  override name = 'TooSlow';
}

/** The target cannot be tested at all. The message gives the reason in one line. */
export class TargetError extends Error {
  override name = 'TargetError';

  constructor(message: string) {
    super(printable(message));
  }
}
