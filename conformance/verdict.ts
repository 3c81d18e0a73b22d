import type { Exchange } from './exchange.ts';
import { printable } from './report/markup.ts';

/**
 * `pass` and `fail` judge the target; `warn` is a broken should; `untestable` says what the target would have to offer; `error` is a
 * fault of the suite or of the control protocol; `known` is a failure that the target expects.
 */
export type Verdict = 'pass' | 'fail' | 'warn' | 'untestable' | 'error' | 'known';

/** The target does not do what a clause says. */
export class Failure extends Error {
  override name = 'Failure';
  readonly expected: unknown;
  readonly got: unknown;
  readonly exchange: Exchange | undefined;

  constructor(
    message: string,
    { expected, got, exchange }: { expected?: unknown; got?: unknown; exchange?: Exchange } = {},
  ) {
    super(message);
    this.expected = expected;
    this.got = got;
    this.exchange = exchange;
  }
}

/** The target does not offer what a case needs; the message says what. */
export class Untestable extends Error {
  override name = 'Untestable';
}

/** The target cannot be judged at all; the message says why, in one line. */
export class TargetError extends Error {
  override name = 'TargetError';

  constructor(message: string) {
    super(printable(message));
  }
}
