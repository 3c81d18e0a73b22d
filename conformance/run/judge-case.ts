import { createContext, type Session } from '../context.ts';
import type { Case } from '../declare-case.ts';
import { type CaseResult, exchangeOf } from '../report/report.ts';
import { Failure, TargetError, Untestable, type Verdict } from '../verdict.ts';

/** How long one case may take, in real time. */
const CASE_MILLISECONDS = 120_000;
/** The timeout if the suite waits for the target's rate limits. */
const WAITING_CASE_MILLISECONDS = 600_000;

/** Runs one case and returns its result. @throws {TargetError} if the target has stopped responding */
export async function judgeCase(one: Case, session: Session): Promise<CaseResult> {
  const context = createContext(session);
  const begun = performance.now();
  const ended = (verdict: Verdict, more: Partial<CaseResult> = {}): CaseResult => ({
    name: one.name,
    verdict,
    duration_ms: Math.round(performance.now() - begun),
    ...more,
  });
  const limit = session.control ? CASE_MILLISECONDS : WAITING_CASE_MILLISECONDS;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Failure(`the case did not finish within ${limit / 1000} s`)), limit);
  });
  try {
    await Promise.race([one.run(context), late]);
    return ended('pass');
  } catch (error) {
    if (error instanceof TargetError) {
      throw error;
    }
    if (error instanceof Untestable) {
      return ended('untestable', { reason: error.message });
    }
    // A TypeError means that the response lacks an expected field. Any other error is a bug in the suite.
    const isFailure = error instanceof Failure || (error instanceof TypeError && context.answers.length > 0);
    const exchange = (error instanceof Failure && error.exchange) || context.answers.at(-1);
    const { expected, got } = error as Failure;
    return ended(isFailure ? 'fail' : 'error', {
      failure: {
        message: error instanceof Error ? error.message : String(error),
        ...(expected !== undefined && { expected }),
        ...(got !== undefined && { got }),
        ...(exchange && { exchange: exchangeOf(exchange) }),
        ...(!(error instanceof Failure) && error instanceof Error && { stack: error.stack }),
      },
    });
  } finally {
    clearTimeout(timer);
  }
}
