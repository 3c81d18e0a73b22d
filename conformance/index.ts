import './cases/index.ts';

export { CLAUSES, type Clause, SECTIONS } from './clauses.ts';
export { CASES } from './declare-case.ts';
export { type Grade, gradeReceiver } from './grade-receiver.ts';
export { withoutDecisions } from './observers/schema.ts';
export { type Change, changes, matrix, readReport } from './report/compare.ts';
export { htmlReport } from './report/html.ts';
export { junitReport } from './report/junit.ts';
export { printable } from './report/markup.ts';
export { type CaseResult, type ClauseResult, exitCodeOf, type Report } from './report/report.ts';
export { terminalReport } from './report/terminal.ts';
export { WATCHED } from './run/observer-findings.ts';
export { isMeant, type RunOptions, requireKnown, run } from './run.ts';
export { readTarget, type Target } from './target.ts';
export { TargetError, type Verdict } from './verdict.ts';
