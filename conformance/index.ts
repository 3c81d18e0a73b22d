import './cases/index.ts';

export { CASES } from './clause.ts';
export { bySection, CLAUSES, type Clause, SECTIONS } from './clauses.ts';
export { withoutDecisions } from './observers.ts';
export { type CaseResult, type ClauseResult, exitCodeOf, type Report } from './report/report.ts';
export { isMeant, type RunOptions, run, WATCHED } from './run.ts';
export { readTarget, type Target } from './target.ts';
export { TargetError, type Verdict } from './verdict.ts';
