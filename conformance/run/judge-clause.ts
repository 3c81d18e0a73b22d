import type { Clause } from '../clauses.ts';
import type { Case } from '../declare-case.ts';
import type { CaseResult, ClauseResult } from '../report/report.ts';
import type { Verdict } from '../verdict.ts';
import { type ObserverFindings, WATCHED, type Watched } from './observer-findings.ts';

/** A clause gets the worst verdict of its cases, so a pass never hides an untestable part. */
const WORST_FIRST: readonly Verdict[] = ['fail', 'error', 'warn', 'untestable', 'pass'];

/**
 * Returns the verdict of a clause.
 *
 * @param cases the results of its cases
 * @param expectedFailures clauses that are known to fail
 * @param missing why a clause without a verdict is untestable
 */
export function judgeClause(
  clause: Clause,
  cases: readonly CaseResult[],
  expectedFailures: readonly string[] = [],
  missing = 'no case',
): ClauseResult {
  const { id, section, level, text, spec, why, unobservable } = clause;
  const frame = { id, section, level, text, spec, ...(why !== undefined && { why }) };
  if (unobservable !== undefined) {
    return { ...frame, verdict: 'unobservable', reason: unobservable, cases: [] };
  }
  const worst = WORST_FIRST.find((verdict) => cases.some((one) => one.verdict === verdict)) ?? 'untestable';
  const isExpected = expectedFailures.includes(id);
  const verdict = worst === 'fail' ? (isExpected ? 'known' : level === 'should' ? 'warn' : 'fail') : worst;
  const reason =
    cases.find((one) => one.verdict === 'untestable')?.reason ??
    (cases.length === 0 ? 'none of its cases ran' : missing);
  return {
    ...frame,
    verdict,
    ...(verdict === 'untestable' && { reason }),
    ...(isExpected && verdict === 'pass' && { unexpected_pass: true }),
    cases: [...cases],
  };
}

/** Groups the results of cases by clause. */
export function resultsByClause(results: ReadonlyMap<Case, CaseResult>): Map<string, CaseResult[]> {
  const byClause = new Map<string, CaseResult[]>();
  for (const [{ clauses }, result] of results) {
    for (const id of new Set(clauses)) {
      byClause.set(id, [...(byClause.get(id) ?? []), result]);
    }
  }
  return byClause;
}

/** Returns the results of the cases and of the observers of a clause. */
export function resultsOf(
  id: string,
  byClause: ReadonlyMap<string, CaseResult[]>,
  observed: ObserverFindings,
): CaseResult[] {
  const cases = byClause.get(id) ?? [];
  return WATCHED.has(id) ? [...cases, watchedResult(id, observed.byClause.get(id))] : cases;
}

function watchedResult(id: string, watched: Watched | undefined): CaseResult {
  const name = `${id} (every exchange)`;
  if (!watched) {
    return { name, verdict: 'untestable', duration_ms: 0, reason: 'no matching request or event occurred' };
  }
  const [failure] = watched.failures;
  return failure ? { name, verdict: 'fail', duration_ms: 0, failure } : { name, verdict: 'pass', duration_ms: 0 };
}
