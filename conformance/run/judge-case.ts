import type { Exchange } from '../exchange.ts';
import { type CaseResult, cut, exchangeOf } from '../report/report.ts';
import { shownSteps } from '../report/steps.ts';
import { type Step, withSteps } from '../steps.ts';
import { BrokenConnection, CaseFailure, TargetError, TooSlow, Untestable, type Verdict } from '../verdict.ts';

/** The case read a field of a field that is not in a response, which is mostly the last one. */
const lackingField = (answer: Exchange | undefined): { expected: unknown; got: unknown } => ({
  expected: 'the field that the case reads, which the message names',
  got: cut(answer?.text ?? ''),
});

/** A case of a judge, with its tools. */
interface JudgedCase<T> {
  name: string;
  run: (t: T) => Promise<void>;
}

/**
 * Runs one case and returns its result. A case during which a connection breaks runs again, with new tools.
 *
 * @param contextOf returns the tools of the case, with its last exchanges
 * @param limit how long it may take, in milliseconds of real time
 * @throws {TargetError} if the target has stopped responding
 */
export async function judgeCase<T extends { readonly answers: readonly Exchange[] }>(
  one: JudgedCase<T>,
  contextOf: () => T,
  limit: number,
): Promise<CaseResult> {
  let context = contextOf();
  const begun = performance.now();
  const ended = (verdict: Verdict, more: Partial<CaseResult> = {}): CaseResult => ({
    name: one.name,
    verdict,
    duration_ms: Math.round(performance.now() - begun),
    ...more,
  });
  const steps: Step[] = [];
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooSlow(`the case did not finish within ${limit / 1000} s`)), limit);
  });
  const attempt = () => withSteps(steps, () => one.run(context));
  const again = (error: unknown) => {
    if (!(error instanceof BrokenConnection)) {
      throw error;
    }
    context = contextOf();
    steps.length = 0;
    return attempt();
  };
  try {
    await Promise.race([attempt().catch(again), late]);
    return ended('pass');
  } catch (error) {
    if (error instanceof TargetError) {
      throw error;
    }
    if (error instanceof Untestable) {
      return ended('untestable', { reason: error.message });
    }
    // A TypeError means that the response lacks an expected field. Any other error is a bug in the suite.
    const isFailure = error instanceof CaseFailure || (error instanceof TypeError && context.answers.length > 0);
    const exchange = (error instanceof CaseFailure && error.exchange) || context.answers.at(-1);
    const { expected, got } = error instanceof CaseFailure ? error : lackingField(context.answers.at(-1));
    return ended(isFailure ? 'fail' : 'error', {
      failure: {
        message: error instanceof Error ? error.message : String(error),
        ...(isFailure && { expected, got }),
        ...(exchange && { exchange: exchangeOf(exchange) }),
        ...(steps.length > 0 && { steps: shownSteps(steps) }),
        ...(!(error instanceof CaseFailure || error instanceof TooSlow) &&
          error instanceof Error && { stack: error.stack }),
      },
    });
  } finally {
    clearTimeout(timer);
  }
}
