import type { Clause } from '../clauses.ts';
import type { Case } from '../declare-case.ts';
import type { CaseResult, ClauseResult } from '../report/report.ts';
import type { Target } from '../target.ts';
import type { Verdict } from '../verdict.ts';
import { type ObserverFindings, WATCHED, type Watched } from './observer-findings.ts';

/** A clause gets the worst verdict of its cases, so a pass never hides an untestable part. */
const WORST_FIRST: readonly Verdict[] = ['fail', 'error', 'warn', 'untestable', 'pass'];

/** Returns the verdict of a clause, from its cases and from the observers. */
export function judgeClause(
  clause: Clause,
  results: ReadonlyMap<Case, CaseResult>,
  observed: ObserverFindings,
  target: Target,
  hasControl: boolean,
): ClauseResult {
  const { id, section, level, text, spec, why, unobservable } = clause;
  const frame = { id, section, level, text, spec, ...(why !== undefined && { why }) };
  if (unobservable !== undefined) {
    return { ...frame, verdict: 'unobservable', reason: unobservable, cases: [] };
  }
  const cases = [...results].filter(([{ clauses }]) => clauses.includes(id)).map(([, result]) => result);
  if (WATCHED.has(id)) {
    cases.push(watchedResult(id, observed.byClause.get(id)));
  }
  const worst = WORST_FIRST.find((verdict) => cases.some((one) => one.verdict === verdict)) ?? 'untestable';
  const isExpected = target.expected_failures?.includes(id) ?? false;
  const verdict = worst === 'fail' ? (isExpected ? 'known' : level === 'should' ? 'warn' : 'fail') : worst;
  const reason =
    cases.find((one) => one.verdict === 'untestable')?.reason ??
    (cases.length === 0 ? 'none of its cases ran' : undefined);
  return {
    ...frame,
    verdict,
    ...(verdict === 'untestable' && { reason: reason ?? (hasControl ? 'no case' : 'needs the control protocol') }),
    ...(isExpected && verdict === 'pass' && { unexpected_pass: true }),
    cases,
  };
}

function watchedResult(id: string, watched: Watched | undefined): CaseResult {
  const name = `${id} (every exchange)`;
  if (!watched) {
    return { name, verdict: 'untestable', duration_ms: 0, reason: 'no matching request or event occurred' };
  }
  const [failure] = watched.failures;
  return failure ? { name, verdict: 'fail', duration_ms: 0, failure } : { name, verdict: 'pass', duration_ms: 0 };
}
